import { canonicalize, toHex } from '#shared/text';
import { attemptIdOf } from '../audit/attempt.ts';
import { createCode } from '../codes/codes.ts';
import { enforceLimit } from '../limits/enforce-limit.ts';
import { limitRules } from '../limits/limits.ts';
import { welcomeMail } from '../mail/transactional/messages/account.ts';
import { DomainError } from '../shared/domain-error.ts';
import { createMember, FIRST_EPOCH, type Member, type PersonalData } from './member.ts';
import type { MembersDeps } from './members.ts';
import { requireUncommonPassword } from './password-rules.ts';
import { requireRealDates } from './profile.ts';

export interface RegistrationRequest extends PersonalData {
  username: string;
  email: string;
  /** Lower-case hex of SHA-256(password + salt), which the server treats as the password. */
  password: string;
  salt: string;
  /** Of the caller's form: a repeat of the same registration succeeds. */
  registrationId?: string;
}

const MAX_UID_TRIES = 5;

/**
 * Registers a member. Attempts are counted before anything is hashed; successes have limits of their own, by network and by
 * address.
 * @throws `username-taken` before `email-taken`, `password-common`, `date-of-birth-in-future`, `year-of-degree-too-late`, `too-many-attempts`
 */
export async function registerMember(
  deps: MembersDeps,
  { password, registrationId, ...details }: RegistrationRequest,
  network: string,
): Promise<Member> {
  requireRealDates(details, deps.now());
  await enforceLimit(deps, limitRules.registrationAttempts, network);
  await requireUncommonPassword(deps, password, details.salt, details);
  const undos = [await enforceLimit(deps, limitRules.registration, network)];
  try {
    undos.push(await enforceLimit(deps, limitRules.addressRegistrations, canonicalize(details.email)));
    const passwordHash = await deps.passwords.hash(password);
    // Another name, address or password is another attempt: the caller could not log in with those of the first one.
    const [username, email] = [details.username, details.email].map(canonicalize);
    // A form makes its salt once, so that it tells a repeat too.
    const attempt = registrationId ?? details.salt;
    const attemptId = attemptIdOf('', { attempt, username, email, password });
    return await insertWithFreeUid(deps, { ...details, passwordHash }, attemptId);
  } catch (cause) {
    await Promise.all(undos.map((undo) => undo()));
    throw cause;
  }
}

async function insertWithFreeUid(
  deps: MembersDeps,
  details: Omit<RegistrationRequest, 'password'> & Pick<Member, 'passwordHash'>,
  givenAttemptId: string | undefined,
): Promise<Member> {
  const registeredAt = deps.now().toISOString();
  const { code, codePart } = await createCode(deps, 'verification', FIRST_EPOCH);
  // A repeat has a new uid and code, and the table refuses a known key with other content.
  const idempotencyKey = toHex(deps.randomBytes(16));
  const attemptId = givenAttemptId ?? idempotencyKey;
  for (let attempt = 1; attempt <= MAX_UID_TRIES; attempt += 1) {
    const member = createMember({
      ...details,
      uid: createUid(deps.randomBytes(8)),
      paymentReference: toHex(deps.randomBytes(16)),
      registeredAt,
    });
    const failed = await deps.table.commit(
      [
        ...deps.members.insertWrites(member, attemptId),
        deps.codes.issueWrite(member.uid, code),
        ...deps.mailQueue.enqueueWrites(welcomeMail(deps, member, codePart)),
      ],
      idempotencyKey,
    );
    const result = deps.members.insertResult(failed, attemptId);
    if (result === 'inserted') return member;
    if (result !== 'uid-taken') throw new DomainError(result);
  }
  throw new Error(`No free membership ID in ${MAX_UID_TRIES} tries`);
}

/** Eight digits, the first not zero; the bias of the remainder of 64 bits is far below one in a billion. */
export function createUid(random: Uint8Array): string {
  const value = new DataView(random.buffer, random.byteOffset).getBigUint64(0);
  return String(10_000_000n + (value % 90_000_000n));
}
