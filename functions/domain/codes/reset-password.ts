import type { ErrorCode } from '#shared/errors';
import { canonicalize } from '#shared/text';
import { accountEntry, type CallSource, logAccountEntry } from '../audit/account-entry.ts';
import { hashForLog } from '../audit/log-hash.ts';
import { rememberSuccess } from '../limits/claim.ts';
import { limitRules, withinLimit } from '../limits/limits.ts';
import type { KeyedHash } from '../mail/keyed-hash.ts';
import { passwordChangedMail, resetCodeMail } from '../mail/notices.ts';
import { type CommonPasswords, refuseCommonPassword } from '../members/common-password.ts';
import { type Member, type Members, NO_MEMBER } from '../members/member.ts';
import { Refusal } from '../refusal.ts';
import { type CodeNeeds, countResetRequest, matchingCode, newCode, type Origin } from './one-time-code.ts';

export type ResetNeeds = CodeNeeds & CommonPasswords & { members: Members; keyedHash: KeyedHash };

/** No username is empty: what is asked about this account costs the same and finds nothing. */
const NO_ACCOUNT = '';

/** Whether the member has logged in from this network before; as much is asked where there is no member. */
const originOf = async (
  { limits }: ResetNeeds,
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
export async function sendResetCode(needs: ResetNeeds, email: string, source: CallSource): Promise<void> {
  const { network } = source;
  await withinLimit(needs, limitRules.resetRequests, network);
  const address = canonicalize(email);
  const found = await needs.members.findByEmail(address);
  const member = found?.state === 'active' ? found : undefined;
  const from = await originOf(needs, member, network);
  try {
    await countResetRequest(needs, address, from);
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    logReset(needs, { outcome: cause.code, email, uid: member?.uid, network });
    return;
  }
  const { digits, code } = await newCode(needs, 'reset', member?.epoch ?? 0);
  const mail = resetCodeMail(needs, member ?? { email, firstName: '' }, digits);
  const entry = accountEntry(needs, source, {
    action: 'request-password-reset',
    uid: member?.uid ?? NO_MEMBER,
    by: 'anonymous',
  });
  await needs.codes.issue(member?.uid, code, mail, entry);
  logReset(needs, { outcome: 'requested', email, uid: member?.uid, network });
}

const logReset = (
  needs: ResetNeeds,
  {
    email,
    ...details
  }: { outcome: 'requested' | ErrorCode; email: string; uid: string | undefined; network: string },
): void =>
  needs.report({ level: 'info', event: 'password-reset', ...details, address: hashForLog(needs, email) });

export interface ResetRequest {
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
  needs: ResetNeeds,
  request: ResetRequest,
  source: CallSource,
): Promise<void> {
  const { email, password, salt } = request;
  const { network } = source;
  const takeBack = await withinLimit(needs, limitRules.resetAttempts, network);
  const member = await needs.members.findByEmail(canonicalize(email));
  const from = await originOf(needs, member, network);
  const code = await matchingCode(needs, member, 'reset', request.digits, from);
  const refuse = () => {
    logReset(needs, { outcome: 'code-invalid', email, uid: member?.uid, network });
    return refuseCode(needs);
  };
  if (member?.state !== 'active' || !code) return refuse();
  try {
    await refuseCommonPassword(needs, password, salt, member);
  } catch (cause) {
    if (cause instanceof Refusal) await needs.codes.returnGuess(member.uid, code, network);
    throw cause;
  }
  const { uid } = member;
  const entry = accountEntry(needs, source, { action: 'reset-password', uid, by: 'anonymous' });
  const isChanged = await needs.members.changePassword(
    member,
    { salt, passwordHash: await needs.passwords.hash(password) },
    { notice: passwordChangedMail(needs, member), entry },
    code,
  );
  if (!isChanged) return refuse();
  logAccountEntry(needs, entry);
  await Promise.all([rememberSuccess(needs, canonicalize(member.username), network), takeBack()]);
}

async function refuseCode(needs: ResetNeeds): Promise<never> {
  await noteWrongCode(needs);
  throw new Refusal('code-invalid');
}

/** Two hundred wrong codes in an hour are no typing errors: somebody should look. */
async function noteWrongCode(needs: ResetNeeds): Promise<void> {
  try {
    await withinLimit(needs, limitRules.wrongCodes, 'all');
  } catch (cause) {
    needs.report({ level: 'error', event: 'many-wrong-codes', cause });
  }
}
