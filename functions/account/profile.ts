import type { ErrorCode } from '#shared/errors';
import { fieldSentences } from '#shared/field-sentences';
import { hongKongDate, latestYearOfDegree } from '#shared/hong-kong';
import { canonicalize } from '#shared/text';
import { type AuditEntry, createAccountEntry, logAccountEntry, maskAddress } from '../audit/audit.ts';
import { auditEntryWrites } from '../audit/repository.ts';
import { limitRules } from '../limits/limits.ts';
import { enforceLimit, giveBack } from '../limits/repository.ts';
import { addressChangedMail, verificationMail } from '../mail/transactional/messages/account.ts';
import { enqueueMailWrites } from '../mail/transactional/repository.ts';
import { type Caller, type Member, type PersonalData, profileVersion } from '../members/member.ts';
import { findMemberByEmail, findMemberByUsername } from '../members/repository.ts';
import { updateProfileWrites, verifyEmailWrite } from '../members/write-repository.ts';
import type { Context } from '../platform/context.ts';
import type { TableWrite } from '../platform/table/table.ts';
import { DomainError } from '../shared/domain-error.ts';
import { isRecent } from '../shared/recent.ts';
import {
  consumeCodeWrite,
  createCode,
  discardCodeWrite,
  enforceVerificationLimit,
  issueCodeWrite,
  matchCode,
} from './code-repository.ts';
import { moveSessionToEpochWrite } from './sessions.ts';

/** The fields that members change; `uid` and the profile's `version` are compared, never written. */
export type ProfileUpdate = Partial<PersonalData & Pick<Member, 'username' | 'email' | 'uid'>> & {
  version?: string;
};

/** A new username or address requires a login within this time. */
const RECENT_SIGN_IN_MS = 15 * 60_000;

/**
 * Resolves to the saved member. A new address ends all sessions but the caller's, so that nobody stays in the account
 * with a stolen one.
 * @throws `recent-sign-in-required`, `username-taken`, `email-taken`, `not-your-account`, `date-of-birth-in-future`,
 * `year-of-degree-too-late`, `profile-conflict`, `username-change-limit`, `address-change-limit`
 */
export async function updateProfile(
  context: Pick<Context, 'table' | 'keyedHash' | 'passwords' | 'now' | 'randomBytes' | 'log'>,
  caller: Caller,
  { uid, version, ...update }: ProfileUpdate,
): Promise<Member> {
  const { member, session } = caller;
  requireRealDates(update, context.now());
  if (uid !== undefined && uid !== member.uid) throw new DomainError('not-your-account');
  const saved = new Map<string, unknown>(Object.entries(member));
  // Also after a first call whose reply was lost.
  if (Object.entries(update).every(([name, value]) => saved.get(name) === value)) return member;
  if (version !== undefined && version !== profileVersion(member)) throw new DomainError('profile-conflict');
  const after = { ...member, ...update, version: member.version + 1 };
  const address = canonicalize(after.email);
  const isNewAddress = address !== canonicalize(member.email);
  const isNewName = canonicalize(after.username) !== canonicalize(member.username);
  const isSignInRecent = isRecent(Date.parse(session.signedInAt), context.now(), RECENT_SIGN_IN_MS);
  if ((isNewAddress || isNewName) && !isSignInRecent) throw new DomainError('recent-sign-in-required');
  if (isNewName) await claimUsernameChange(context, member, after.username);
  if (isNewAddress) await claimAddressChange(context, member, address);

  if (isNewAddress) Object.assign(after, { emailVerified: false, epoch: member.epoch + 1 });
  if (after.firstName !== member.firstName || after.lastName !== member.lastName)
    after.nameChangedAt = context.now().toISOString();
  const entries = profileEntries(context, caller, { after, isNewName, isNewAddress });
  const [failed] = await context.table.commit([
    ...updateProfileWrites(member, after),
    ...(isNewAddress ? await newAddressWrites(context, caller, after) : []),
    ...entries.flatMap((entry) => historyWrites(entry, { member, after })),
  ]);
  if (failed) throw new DomainError(conflicts[failed.label] ?? 'profile-conflict');
  for (const entry of entries) logAccountEntry(context, entry);
  return after;
}

/** The error of a failed commit, by the label of the failed write. */
const conflicts: Readonly<Record<string, ErrorCode>> = { username: 'username-taken', email: 'email-taken' };

function profileEntries(
  context: Pick<Context, 'now' | 'randomBytes'>,
  { member: { uid, email }, source }: Caller,
  { after, isNewName, isNewAddress }: { after: Member; isNewName: boolean; isNewAddress: boolean },
): AuditEntry[] {
  const details = { emailBefore: maskAddress(email), email: maskAddress(after.email) };
  return [
    ...(isNewName ? [createAccountEntry(context, source, { action: 'change-username', uid })] : []),
    ...(isNewAddress ? [createAccountEntry(context, source, { action: 'change-email', uid, details })] : []),
  ];
}

/**
 * Usernames and whole addresses are only in the member's own history, which is deleted with the account: nothing in the log
 * is ever deleted. A report of a foreign login takes the address back from there.
 */
function historyWrites(
  entry: AuditEntry,
  { member, after }: { member: Member; after: Member },
): TableWrite[] {
  const names = { usernameBefore: member.username, username: after.username };
  const addresses = { emailBefore: member.email, email: after.email };
  const own = entry.action === 'change-username' ? names : addresses;
  return auditEntryWrites(entry, { ...entry.details, ...own });
}

/** A code to the new address and a mail to the old one; the old one's codes and all other sessions end. */
async function newAddressWrites(
  context: Pick<Context, 'passwords' | 'now' | 'randomBytes'>,
  { member, session }: Caller,
  after: Member,
): Promise<TableWrite[]> {
  const { code, codePart } = await createCode(context, 'verification', after.epoch);
  return [
    issueCodeWrite(after.uid, code),
    discardCodeWrite(after.uid, 'reset'),
    moveSessionToEpochWrite(session, after.epoch),
    ...enqueueMailWrites(verificationMail(context, after, codePart)),
    ...enqueueMailWrites(addressChangedMail(context, member, after)),
  ];
}

/** Counted whether or not the name is taken: each reply reveals whether an account has it. */
async function claimUsernameChange(
  context: Pick<Context, 'table' | 'now' | 'log'>,
  { uid }: Member,
  username: string,
): Promise<void> {
  await orLimit('username-change-limit', () => enforceLimit(context, limitRules.emails, ['username', uid]));
  if (await findMemberByUsername(context, canonicalize(username))) throw new DomainError('username-taken');
}

/**
 * Counted whether or not the address is taken, as above. The address itself is only counted if nobody has it: strangers
 * who enter a member's address must not use up the codes of that member.
 */
async function claimAddressChange(
  context: Pick<Context, 'table' | 'now' | 'log'>,
  { uid }: Member,
  address: string,
): Promise<void> {
  await orLimit('address-change-limit', async () => {
    await enforceLimit(context, limitRules.rareEmails, ['address', uid]);
    await enforceVerificationLimit(context, { member: uid }).catch(async (cause: unknown) => {
      await giveBack(context, limitRules.rareEmails, ['address', uid]);
      throw cause;
    });
  });
  if (await findMemberByEmail(context, address)) throw new DomainError('email-taken');
  await orLimit('address-change-limit', () => enforceVerificationLimit(context, { address }));
}

/** Replaces the error of a limit by this change's own code, which tells the member the field. */
async function orLimit(code: ErrorCode, claim: () => Promise<unknown>): Promise<void> {
  try {
    await claim();
  } catch (cause) {
    if (!(cause instanceof DomainError)) throw cause;
    throw new DomainError(code, { cause, retryAfterSeconds: cause.details.retryAfterSeconds });
  }
}

/** @throws `date-of-birth-in-future`, `year-of-degree-too-late` */
export function requireRealDates(dates: Partial<PersonalData>, now: Date): void {
  const [first] = findDateErrors(dates, hongKongDate(now));
  if (first) throw new DomainError(first.code, { sentence: first.sentence });
}

/** The errors of a date of birth after `today`, and of a year of degree after `latestYearOfDegree`; both may be absent. */
export function findDateErrors(
  { dateOfBirth = '', yearOfDegree = 0 }: Partial<Pick<PersonalData, 'dateOfBirth' | 'yearOfDegree'>>,
  today: string,
) {
  const latest = latestYearOfDegree(today);
  const dates = [
    {
      field: 'dateOfBirth',
      isTooLate: dateOfBirth > today,
      code: 'date-of-birth-in-future',
      sentence: fieldSentences.pastDate,
    },
    {
      field: 'yearOfDegree',
      isTooLate: yearOfDegree > latest,
      code: 'year-of-degree-too-late',
      sentence: fieldSentences.latestYear(latest),
    },
  ] as const;
  return dates.filter(({ isTooLate }) => isTooLate);
}

/** Sends a new code to the member's address; the previous one is void. @throws `too-many-attempts` */
export async function sendVerificationCode(
  context: Pick<Context, 'table' | 'passwords' | 'now' | 'randomBytes' | 'log'>,
  member: Member,
): Promise<void> {
  await enforceVerificationLimit(context, { member: member.uid });
  await enforceVerificationLimit(context, { address: canonicalize(member.email) });
  const { code, codePart } = await createCode(context, 'verification', member.epoch);
  await context.table.commit([
    issueCodeWrite(member.uid, code),
    ...enqueueMailWrites(verificationMail(context, member, codePart)),
  ]);
}

/**
 * Marks the address as verified; does nothing for one that is: the reply to the first call may have been lost.
 * @throws `code-invalid`, `too-many-attempts`
 */
export async function verifyEmail(
  context: Pick<Context, 'table' | 'passwords' | 'now' | 'log'>,
  member: Member,
  digits: string,
  network: string,
): Promise<void> {
  if (member.emailVerified) return;
  await enforceLimit(context, limitRules.verificationAttempts, member.uid);
  const code = await matchCode(context, member, 'verification', digits, { network, isKnown: true });
  if (!code) throw new DomainError('code-invalid');
  const failed = await context.table.commit([verifyEmailWrite(member), consumeCodeWrite(member.uid, code)]);
  if (failed.length > 0) throw new DomainError('code-invalid');
}
