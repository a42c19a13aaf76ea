import { canonicalize, toHex } from '#shared/text';
import { attemptIdOf } from '../audit/attempt.ts';
import { limitRules } from '../limits/limits.ts';
import { enforceLimit, giveBack } from '../limits/repository.ts';
import { enqueueMailWrites } from '../mail/transactional/enqueue-repository.ts';
import { welcomeMail } from '../mail/transactional/messages/account.ts';
import { createMember, FIRST_EPOCH, type Member, type PersonalData } from '../members/member.ts';
import { insertMemberResult, insertMemberWrites } from '../members/write-repository.ts';
import type { Context } from '../platform/context.ts';
import { DomainError } from '../shared/domain-error.ts';
import { createCode, issueCodeWrite } from './code-repository.ts';
import { requireUncommonPassword } from './password.ts';
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
 * Registers a member. Attempts are counted before anything is hashed, by network; successes also by address.
 * @throws `username-taken` before `email-taken`, `password-common`, `date-of-birth-in-future`, `year-of-degree-too-late`, `too-many-attempts`
 */
export async function registerMember(
  context: Pick<Context, 'table' | 'passwords' | 'loadCommonPasswords' | 'now' | 'randomBytes' | 'log'>,
  { password, registrationId, ...details }: RegistrationRequest,
  network: string,
): Promise<Member> {
  requireRealDates(details, context.now());
  await enforceLimit(context, limitRules.tries, ['register', network]);
  await requireUncommonPassword(context, password, details.salt, details);
  const [username, email] = [canonicalize(details.username), canonicalize(details.email)];
  await enforceLimit(context, limitRules.addressRegistrations, email);
  try {
    const passwordHash = await context.passwords.hash(password);
    // Another name, address or password is another attempt: the caller could not log in with those of the first one.
    // A form makes its salt once, so that it tells a repeat too.
    const attempt = registrationId ?? details.salt;
    const attemptId = attemptIdOf('', { attempt, username, email, password });
    return await insertWithFreeUid(context, { ...details, passwordHash }, attemptId);
  } catch (cause) {
    await giveBack(context, limitRules.addressRegistrations, email);
    throw cause;
  }
}

async function insertWithFreeUid(
  context: Pick<Context, 'table' | 'passwords' | 'now' | 'randomBytes'>,
  details: Omit<RegistrationRequest, 'password'> & Pick<Member, 'passwordHash'>,
  givenAttemptId: string | undefined,
): Promise<Member> {
  const registeredAt = context.now().toISOString();
  const { code, codePart } = await createCode(context, 'verification', FIRST_EPOCH);
  // A repeat has a new uid and code, and the table refuses a known key with other content.
  const idempotencyKey = toHex(context.randomBytes(16));
  const attemptId = givenAttemptId ?? idempotencyKey;
  for (let attempt = 1; attempt <= MAX_UID_TRIES; attempt += 1) {
    const member = createMember({
      ...details,
      uid: createUid(context.randomBytes(8)),
      paymentReference: toHex(context.randomBytes(16)),
      registeredAt,
    });
    const failed = await context.table.commit(
      [
        ...insertMemberWrites(member, attemptId),
        issueCodeWrite(member.uid, code),
        ...enqueueMailWrites(welcomeMail(context, member, codePart)),
      ],
      idempotencyKey,
    );
    const result = insertMemberResult(failed, attemptId);
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
