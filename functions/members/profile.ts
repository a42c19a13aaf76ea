import type { ErrorCode } from '#shared/errors';
import { hongKongDate } from '#shared/hong-kong';
import { canonicalize } from '#shared/text';
import { type AuditEntry, createAccountEntry, logAccountEntry } from '../audit/audit.ts';
import { createCode, enforceVerificationLimit, matchCode } from '../codes/codes.ts';
import { enforceLimit } from '../limits/enforce-limit.ts';
import { limitRules } from '../limits/limits.ts';
import { addressChangedMail, verificationMail } from '../mail/transactional/messages.ts';
import type { TableWrite } from '../platform/table/table.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { Caller, Member, PersonalData } from './member.ts';
import type { MembersDeps } from './members.ts';
import { requireDistinctName } from './names.ts';

/** What a member may write of themselves; `uid` is compared, never written. */
export type ProfileUpdate = PersonalData & Pick<Member, 'username' | 'email'> & { uid?: string | undefined };

/** A name or an address is changed only by who logged in this lately. */
const RECENT_SIGN_IN_MS = 15 * 60_000;

/**
 * Resolves to the member as saved. A new address ends all sessions but the caller's: whoever stole one must not stay in the
 * account unseen.
 * @throws `recent-sign-in-required`, `username-taken`, `email-taken`, `not-your-account`, `date-of-birth-in-future`,
 * `profile-conflict`, `username-change-limit`, `address-change-limit`
 */
export async function updateProfile(
  deps: MembersDeps,
  caller: Caller,
  { uid, ...update }: ProfileUpdate,
): Promise<Member> {
  const { member, session } = caller;
  requirePastDateOfBirth(update.dateOfBirth, deps.now());
  if (uid !== undefined && uid !== member.uid) throw new DomainError('not-your-account');
  const address = canonicalize(update.email);
  const isNewAddress = address !== canonicalize(member.email);
  const isNewName = canonicalize(update.username) !== canonicalize(member.username);
  const isRecent = deps.now().getTime() - Date.parse(session.signedInAt) < RECENT_SIGN_IN_MS;
  if ((isNewAddress || isNewName) && !isRecent) throw new DomainError('recent-sign-in-required');
  if (isNewName) await claimUsernameChange(deps, member, update.username);
  if (isNewAddress) await claimAddressChange(deps, member, address);

  const after = { ...member, ...update, version: member.version + 1 };
  if (isNewAddress) Object.assign(after, { emailVerified: false, epoch: member.epoch + 1 });
  if (after.firstName !== member.firstName || after.lastName !== member.lastName)
    after.nameChangedAt = deps.now().toISOString();
  const entries = profileEntries(deps, caller, { after, isNewName, isNewAddress });
  const [failed] = await deps.table.commit([
    ...deps.members.updateProfileWrites(member, after),
    ...(isNewAddress ? await newAddressWrites(deps, caller, after) : []),
    ...entries.flatMap(deps.audit.entryWrites),
  ]);
  if (failed) throw new DomainError(conflicts[failed.label] ?? 'profile-conflict');
  for (const entry of entries) logAccountEntry(deps, entry);
  return after;
}

/** What a failed write of a profile says; by its label. */
const conflicts: Readonly<Record<string, ErrorCode>> = { username: 'username-taken', email: 'email-taken' };

function profileEntries(
  deps: MembersDeps,
  { member: { uid, email }, source }: Caller,
  { after, isNewName, isNewAddress }: { after: Member; isNewName: boolean; isNewAddress: boolean },
): AuditEntry[] {
  const details = { emailBefore: maskAddress(email), email: maskAddress(after.email) };
  return [
    ...(isNewName ? [createAccountEntry(deps, source, { action: 'change-username', uid })] : []),
    ...(isNewAddress ? [createAccountEntry(deps, source, { action: 'change-email', uid, details })] : []),
  ];
}

/** A code to the new address, a mail to the old one, the end of the old one's codes and of all other sessions. */
async function newAddressWrites(
  deps: MembersDeps,
  { member, session }: Caller,
  after: Member,
): Promise<TableWrite[]> {
  const { digits, code } = await createCode(deps, 'verification', after.epoch);
  return [
    deps.codes.issueWrite(after.uid, code),
    deps.codes.discardWrite(after.uid, 'reset'),
    deps.sessions.moveToEpochWrite(session, after.epoch),
    ...deps.mailQueue.enqueueWrites(verificationMail(deps, after, digits)),
    ...deps.mailQueue.enqueueWrites(addressChangedMail(deps, member, after.email)),
  ];
}

/** Enough to recognise an address that one knows: entries of the log outlive the account. */
const maskAddress = (address: string): string => address.replace(/^(.).*(?=@)/u, '$1***');

/** Counted whether it is taken or not: each answer tells whether an account has the name. */
async function claimUsernameChange(deps: MembersDeps, { uid }: Member, username: string): Promise<void> {
  await orLimit('username-change-limit', () => enforceLimit(deps, limitRules.usernameChanges, uid));
  await requireDistinctName(deps, username, uid);
  if (await deps.members.findMemberByUsername(canonicalize(username)))
    throw new DomainError('username-taken');
}

/**
 * Counted whether it is taken or not, as above. The address itself is counted only where nobody has it: strangers who ask
 * for a member's address must not use up the codes of that member.
 */
async function claimAddressChange(deps: MembersDeps, { uid }: Member, address: string): Promise<void> {
  await orLimit('address-change-limit', async () => {
    const undo = await enforceLimit(deps, limitRules.addressChanges, uid);
    await enforceVerificationLimit(deps, { member: uid }).catch(async (cause: unknown) => {
      await undo();
      throw cause;
    });
  });
  if (await deps.members.findMemberByEmail(address)) throw new DomainError('email-taken');
  await orLimit('address-change-limit', () => enforceVerificationLimit(deps, { address }));
}

/** A limit of this change has a code of its own, so that the member reads which field it is about. */
async function orLimit(code: ErrorCode, claim: () => Promise<unknown>): Promise<void> {
  try {
    await claim();
  } catch (cause) {
    if (!(cause instanceof DomainError)) throw cause;
    throw new DomainError(code, { cause, retryAfterSeconds: cause.retryAfterSeconds });
  }
}

/** Nobody is born after today in Hong Kong; an empty date says nothing. */
export function requirePastDateOfBirth(dateOfBirth: string | undefined, now: Date): void {
  if (dateOfBirth !== undefined && dateOfBirth > hongKongDate(now))
    throw new DomainError('date-of-birth-in-future');
}

/** Sends a new code to the member's address; the last one is void. @throws `too-many-attempts` */
export async function sendVerificationCode(deps: MembersDeps, member: Member): Promise<void> {
  await enforceVerificationLimit(deps, { member: member.uid });
  await enforceVerificationLimit(deps, { address: canonicalize(member.email) });
  const { digits, code } = await createCode(deps, 'verification', member.epoch);
  await deps.table.commit([
    deps.codes.issueWrite(member.uid, code),
    ...deps.mailQueue.enqueueWrites(verificationMail(deps, member, digits)),
  ]);
}

/** Marks the address as the member's own. @throws `code-invalid`, `too-many-attempts` */
export async function verifyEmail(
  deps: MembersDeps,
  member: Member,
  digits: string,
  network: string,
): Promise<void> {
  await enforceLimit(deps, limitRules.verificationAttempts, member.uid);
  const code = await matchCode(deps, member, 'verification', digits, { network, isKnown: true });
  if (!code) throw new DomainError('code-invalid');
  const failed = await deps.table.commit([
    deps.members.verifyEmailWrite(member),
    deps.codes.consumeWrite(member.uid, code),
  ]);
  if (failed.length > 0) throw new DomainError('code-invalid');
}
