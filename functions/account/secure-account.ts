import { canonicalize } from '#shared/text';
import { type AuditEntry, createAccountEntry, logAccountEntry, maskAddress } from '../audit/audit.ts';
import { auditEntryWrites, listAuditSince } from '../audit/repository.ts';
import { limitRules } from '../limits/limits.ts';
import { enforceLimit } from '../limits/repository.ts';
import { accountSecuredMail, addressTakenBackMail } from '../mail/transactional/messages/account.ts';
import { enqueueMailWrites } from '../mail/transactional/repository.ts';
import type { Caller, Member, Session } from '../members/member.ts';
import { findMemberByEmail } from '../members/repository.ts';
import {
  findSecondFactor,
  removeSecondFactorSetupWrite,
  removeSecondFactorWrites,
  type SecondFactor,
  setRecoveryCodesWrite,
} from '../members/second-factor-repository.ts';
import { removePasswordWrites } from '../members/write-repository.ts';
import type { Context } from '../platform/context.ts';
import type { TableWrite } from '../platform/table/table.ts';
import { DomainError } from '../shared/domain-error.ts';
import { createCode, discardCodeWrite, issueCodeWrite } from './code-repository.ts';
import { listPasskeys, removePasskeyWrite } from './passkey-repository.ts';

/**
 * No session lasts longer. What was added before is the member's own, who has been told by email and has logged in with it
 * since: whoever holds a stolen session and a mailbox can't take it away by naming an old login.
 */
const TAKEN_BACK_MS = 30 * 86_400_000;

/**
 * For a member who doesn't recognise a login: ends every session, the caller's own too, and takes back what somebody else may
 * know or have added since: the password, the passkeys, a second factor with its setup and recovery codes, and the address.
 * Emails a code with which the member sets a new password, and resolves to its address: the one before the login. If another
 * account has that address by now, this one is disabled until an administrator helps, and null is returned.
 * `loggedInAt` is the time of the login, as in the history.
 * @throws `login-not-found`, `profile-conflict`, `too-many-attempts`
 */
export async function secureAccount(
  context: Pick<Context, 'table' | 'keyedHash' | 'passwords' | 'now' | 'randomBytes' | 'log'>,
  { member, session, source }: Caller,
  loggedInAt: string,
): Promise<string | null> {
  const { uid, epoch } = member;
  const entries = await listAuditSince(context, uid, loggedInAt);
  if (!entries.some(({ action, at }) => action === 'sign-in' && at === loggedInAt))
    throw new DomainError('login-not-found');
  await enforceLimit(context, limitRules.emails, ['password', uid]);
  const earliest = new Date(context.now().getTime() - TAKEN_BACK_MS).toISOString();
  const since = loggedInAt > earliest ? loggedInAt : earliest;
  const changes = entries.filter(({ at }) => at >= since);
  const email = addressBefore(changes, member);
  const isMoved = canonicalize(email) !== canonicalize(member.email);
  const [passkeys, factor, holder] = await Promise.all([
    listPasskeys(context, uid),
    findSecondFactor(context, uid),
    isMoved ? findMemberByEmail(context, canonicalize(email)) : undefined,
  ]);
  const isDisabled = holder !== undefined;
  const isTakenBack = isMoved && !isDisabled;
  const { code, codePart } = await createCode(context, 'reset', epoch + 1);
  const { removedFactor, writes: factorWrites } = takeFactorBack(session, factor, changes, since);
  const after = { ...member, email, emailVerified: member.emailVerified && !isMoved };
  const mail = accountSecuredMail(context, after, {
    code: isDisabled ? undefined : codePart,
    loggedInAt,
    passkeysRemoved: passkeys.length > 0,
    removedFactor,
    isAddressTakenBack: isTakenBack,
  });
  const details = { loggedInAt, ...(isDisabled && { state: 'disabled' }) };
  const masked = { emailBefore: maskAddress(member.email), email: maskAddress(email) };
  const entry = createAccountEntry(context, source, {
    action: 'report-sign-in',
    uid,
    details: isTakenBack ? { ...details, ...masked } : details,
  });
  const own = isTakenBack ? { emailBefore: member.email, email } : {};
  const failed = await context.table.commit([
    ...removePasswordWrites(member, {
      email: isDisabled ? member.email : email,
      state: isDisabled ? 'disabled' : member.state,
    }),
    ...passkeys.map(removePasskeyWrite),
    ...factorWrites,
    isDisabled ? discardCodeWrite(uid, 'reset') : issueCodeWrite(uid, code),
    ...enqueueMailWrites(mail),
    ...(isTakenBack ? enqueueMailWrites(addressTakenBackMail(context, member)) : []),
    ...auditEntryWrites(entry, { ...entry.details, ...own }),
  ]);
  if (failed.length > 0) throw new DomainError('profile-conflict');
  logAccountEntry(context, entry);
  return isDisabled ? null : email;
}

/** Entries of earlier versions have the address masked. */
const isMasked = (address: string): boolean => address === maskAddress(address);

/**
 * The address before the member's first own change; the present one if there was none, or if an administrator has set it
 * since.
 */
function addressBefore(changes: readonly AuditEntry[], { email: present }: Member): string {
  let before: string | undefined;
  for (const { action, details } of changes) {
    const { emailBefore } = details;
    if (action === 'change-email' && emailBefore && !isMasked(emailBefore)) before ??= emailBefore;
    if (action === 'edit-member' && emailBefore) before = undefined;
  }
  return before ?? present;
}

/**
 * Removes a second factor that is newer than the login, unless this session began with one of its codes: then it is no
 * stranger's. Of an older one, removes the recovery codes that were renewed since.
 */
function takeFactorBack(
  session: Session,
  factor: SecondFactor | undefined,
  changes: readonly AuditEntry[],
  since: string,
): { removedFactor?: 'all' | 'recovery-codes' | undefined; writes: TableWrite[] } {
  const discard = removeSecondFactorSetupWrite(session.uid);
  if (!factor) return { writes: [discard] };
  const hasGivenCode = session.signedInAt > factor.enrolledAt && !session.withPasskey;
  if (factor.enrolledAt >= since && !hasGivenCode)
    return { removedFactor: 'all', writes: removeSecondFactorWrites(session.uid, factor) };
  if (!changes.some(({ action }) => action === 'renew-recovery-codes')) return { writes: [discard] };
  return {
    removedFactor: 'recovery-codes',
    writes: [discard, setRecoveryCodesWrite(factor, [])],
  };
}
