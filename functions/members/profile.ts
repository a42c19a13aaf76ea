import type { ErrorCode } from '#shared/errors';
import { canonicalize } from '#shared/text';
import { accountEntry, logAccountEntry } from '../audit/account-entry.ts';
import { type CodeDeps, countVerification, createCode } from '../codes/codes.ts';
import { limitRules, withinLimit } from '../limits/limits.ts';
import { addressChangedMail, verificationMail } from '../mail/transactional/messages.ts';
import type { Caller } from '../members/member.ts';
import { DomainError } from '../shared/domain-error.ts';
import { type NameChoiceDeps, refuseAdministratorsTwin } from './administrator-names.ts';
import { requirePastDateOfBirth } from './date-of-birth.ts';
import type { Member, Members, PersonalData } from './member.ts';

/** What a member may write of themselves; `uid` is compared, never written. */
export type ProfileUpdate = PersonalData & Pick<Member, 'username' | 'email'> & { uid?: string | undefined };

export type ProfileDeps = CodeDeps & NameChoiceDeps & { members: Members };

/** A name or an address is changed only by who signed in this lately. */
const FRESH_MILLISECONDS = 15 * 60_000;

/**
 * Returns the member as saved, or refuses: `recent-sign-in-required`, `username-taken`, `email-taken`, `not-your-account`,
 * `profile-conflict`, `username-change-limit`, `address-change-limit`. A new address ends all sessions but the caller's:
 * whoever stole one must not stay in the account unseen.
 */
export async function updateProfile(
  deps: ProfileDeps,
  { member, session, source }: Caller,
  { uid, ...update }: ProfileUpdate,
): Promise<Member> {
  requirePastDateOfBirth(update.dateOfBirth, deps.now());
  if (uid !== undefined && uid !== member.uid) throw new DomainError('not-your-account');
  const address = canonicalize(update.email);
  const isNewAddress = address !== canonicalize(member.email);
  const isNewName = canonicalize(update.username) !== canonicalize(member.username);
  const isFresh = deps.now().getTime() - Date.parse(session.signedInAt) < FRESH_MILLISECONDS;
  if ((isNewAddress || isNewName) && !isFresh) throw new DomainError('recent-sign-in-required');
  if (isNewName) await claimUsernameChange(deps, member, update.username);
  if (isNewAddress) await claimAddressChange(deps, member, address);

  const after = { ...member, ...update, version: member.version + 1 };
  if (isNewAddress) Object.assign(after, { emailVerified: false, epoch: member.epoch + 1 });
  if (after.firstName !== member.firstName || after.lastName !== member.lastName)
    after.nameChangedAt = deps.now().toISOString();
  const { uid: about } = member;
  const entries = [
    ...(isNewName ? [accountEntry(deps, source, { action: 'change-username', uid: about })] : []),
    ...(isNewAddress
      ? [
          accountEntry(deps, source, {
            action: 'change-email',
            uid: about,
            details: { emailBefore: maskedAddress(member.email), email: maskedAddress(after.email) },
          }),
        ]
      : []),
  ];
  const result = await deps.members.saveProfile(
    member,
    after,
    entries,
    isNewAddress ? { ...(await getCard(deps, member, after)), sessionId: session.id } : undefined,
  );
  if (result !== 'saved') throw new DomainError(result);
  for (const entry of entries) logAccountEntry(deps, entry);
  return after;
}

/** Enough to recognise an address that one knows: entries of the log outlive the account. */
const maskedAddress = (address: string): string => address.replace(/^(.).*(?=@)/u, '$1***');

/** Counted whether it is taken or not: each answer tells whether an account has the name. */
async function claimUsernameChange(deps: ProfileDeps, { uid }: Member, username: string): Promise<void> {
  await orLimit('username-change-limit', () => withinLimit(deps, limitRules.usernameChanges, uid));
  await refuseAdministratorsTwin(deps, username, uid);
  if (await deps.members.findByUsername(canonicalize(username))) throw new DomainError('username-taken');
}

/**
 * Counted whether it is taken or not, as above. The address itself is counted only where nobody has it: strangers who ask
 * for a member's address must not use up the codes of that member.
 */
async function claimAddressChange(deps: ProfileDeps, { uid }: Member, address: string): Promise<void> {
  await orLimit('address-change-limit', async () => {
    const takeBack = await withinLimit(deps, limitRules.addressChanges, uid);
    await countVerification(deps, { member: uid }).catch(async (cause: unknown) => {
      await takeBack();
      throw cause;
    });
  });
  if (await deps.members.findByEmail(address)) throw new DomainError('email-taken');
  await orLimit('address-change-limit', () => countVerification(deps, { address }));
}

/** A limit of this change refuses by its own name, so that the member reads which field it is about. */
async function orLimit(code: ErrorCode, claim: () => Promise<unknown>): Promise<void> {
  try {
    await claim();
  } catch (cause) {
    if (!(cause instanceof DomainError)) throw cause;
    throw new DomainError(code, { cause, retryAfterSeconds: cause.retryAfterSeconds });
  }
}

async function getCard(deps: ProfileDeps, before: Member, after: Member) {
  const { digits, code } = await createCode(deps, 'verification', after.epoch);
  return {
    proof: { code, mail: verificationMail(deps, after, digits) },
    notice: addressChangedMail(deps, before, after.email),
  };
}
