import type { ErrorCode } from '#shared/errors';
import { canonicalize } from '#shared/text';
import { accountEntry, logAccountEntry } from '../audit/account-entry.ts';
import { type CodeDeps, countResetRequest, createCode, matchCode, type Origin } from '../codes/codes.ts';
import { rememberSuccess } from '../limits/enforce-limit.ts';
import { limitRules, withinLimit } from '../limits/limits.ts';
import { passwordChangedMail, resetCodeMail } from '../mail/transactional/messages.ts';
import type { KeyedHash } from '../platform/keyed-hash.ts';
import type { CallSource } from '../platform/runtime.ts';
import { DomainError } from '../shared/domain-error.ts';
import { type Member, type Members, NO_MEMBER } from './member.ts';
import { type CommonPasswords, refuseCommonPassword } from './password-rules.ts';

export type ResetDeps = CodeDeps & CommonPasswords & { members: Members; keyedHash: KeyedHash };

/** No username is empty: what is asked about this account costs the same and finds nothing. */
const NO_ACCOUNT = '';

/** Whether the member has logged in from this network before; as much is asked where there is no member. */
const originOf = async (
  { limits }: ResetDeps,
  member: Member | undefined,
  network: string,
): Promise<Origin> => {
  const account = member ? canonicalize(member.username) : NO_ACCOUNT;
  return { network, isKnown: await limits.isKnownNetwork(account, network) };
};

/**
 * Sends a code where an account has the address. What is read, hashed and written is the same where none has it, so
 * that neither the answer nor its time tells; too many requests for one address are answered alike as well. A network
 * over its own limit is refused, whatever the address.
 */
export async function sendResetCode(deps: ResetDeps, email: string, source: CallSource): Promise<void> {
  const { network } = source;
  await withinLimit(deps, limitRules.resetRequests, network);
  const address = canonicalize(email);
  const found = await deps.members.findByEmail(address);
  const member = found?.state === 'active' ? found : undefined;
  const from = await originOf(deps, member, network);
  try {
    await countResetRequest(deps, address, from);
  } catch (cause) {
    if (!(cause instanceof DomainError)) throw cause;
    logReset(deps, { outcome: cause.code, email, uid: member?.uid, network });
    return;
  }
  const { digits, code } = await createCode(deps, 'reset', member?.epoch ?? 0);
  const mail = resetCodeMail(deps, member ?? { email, firstName: '' }, digits);
  const entry = accountEntry(deps, source, {
    action: 'request-password-reset',
    uid: member?.uid ?? NO_MEMBER,
    by: 'anonymous',
  });
  await deps.codes.issue(member?.uid, code, mail, entry);
  logReset(deps, { outcome: 'requested', email, uid: member?.uid, network });
}

const logReset = (
  deps: ResetDeps,
  {
    email,
    ...details
  }: { outcome: 'requested' | ErrorCode; email: string; uid: string | undefined; network: string },
): void =>
  deps.log({ level: 'info', event: 'password-reset', ...details, address: deps.keyedHash.hashForLog(email) });

export interface PasswordResetInput {
  email: string;
  digits: string;
  password: string;
  salt: string;
}

/**
 * Sets a new password and ends every session. Until the code has turned out to be right, every request costs the same
 * and is refused with `code-invalid`: for an unknown address, a disabled account, and a wrong, used, outdated or foreign code
 * alike. Nothing about the new password is looked at before, because it may be compared with the member's own names.
 */
export async function resetPassword(
  deps: ResetDeps,
  request: PasswordResetInput,
  source: CallSource,
): Promise<void> {
  const { email, password, salt } = request;
  const { network } = source;
  const takeBack = await withinLimit(deps, limitRules.resetAttempts, network);
  const member = await deps.members.findByEmail(canonicalize(email));
  const from = await originOf(deps, member, network);
  const code = await matchCode(deps, member, 'reset', request.digits, from);
  const refuse = () => {
    logReset(deps, { outcome: 'code-invalid', email, uid: member?.uid, network });
    return refuseCode(deps);
  };
  if (member?.state !== 'active' || !code) return refuse();
  try {
    await refuseCommonPassword(deps, password, salt, member);
  } catch (cause) {
    if (cause instanceof DomainError) await deps.codes.returnGuess(member.uid, code, network);
    throw cause;
  }
  const { uid } = member;
  const entry = accountEntry(deps, source, { action: 'reset-password', uid, by: 'anonymous' });
  const isChanged = await deps.members.changePassword(
    member,
    { salt, passwordHash: await deps.passwords.hash(password) },
    { notice: passwordChangedMail(deps, member), entry },
    code,
  );
  if (!isChanged) return refuse();
  logAccountEntry(deps, entry);
  await Promise.all([rememberSuccess(deps, canonicalize(member.username), network), takeBack()]);
}

async function refuseCode(deps: ResetDeps): Promise<never> {
  await watchWrongCodes(deps);
  throw new DomainError('code-invalid');
}

/** Two hundred wrong codes in an hour are no typing errors: somebody should look. */
async function watchWrongCodes(deps: ResetDeps): Promise<void> {
  try {
    await withinLimit(deps, limitRules.wrongCodes, 'all');
  } catch (cause) {
    deps.log({ level: 'error', event: 'many-wrong-codes', cause });
  }
}
