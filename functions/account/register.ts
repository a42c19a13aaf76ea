import { canonicalize } from '#shared/text';
import { hashAttempt } from '../audit/attempt.ts';
import { limitRules } from '../limits/limits.ts';
import { enforceLimit, giveBack } from '../limits/repository.ts';
import { welcomeMail } from '../mail/transactional/messages/account.ts';
import { enqueueMailWrites } from '../mail/transactional/repository.ts';
import { FIRST_EPOCH, type Member, type PersonalData } from '../members/member.ts';
import { insertMember } from '../members/write-repository.ts';
import type { Context } from '../platform/context.ts';
import { DomainError } from '../shared/domain-error.ts';
import { createCode, issueCodeWrite } from './code-repository.ts';
import { requireUncommonPassword } from './password.ts';
import { requireRealDates } from './profile.ts';

interface RegistrationRequest extends PersonalData {
  username: string;
  email: string;
  /** Lower-case hex of SHA-256(password + salt), which the server treats as the password. */
  password: string;
  salt: string;
  /** Of the caller's form: a repeat of the same registration succeeds. */
  registrationId?: string;
}

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
    // '' in place of the caller's uid: nobody has a session yet.
    const attemptId = hashAttempt(['', { attempt, username, email, password }]);
    const { code, codePart } = await createCode(context, 'verification', FIRST_EPOCH);
    const registeredAt = context.now().toISOString();
    const added = await insertMember(
      context,
      { ...details, passwordHash, registeredAt },
      attemptId,
      (member) => [
        issueCodeWrite(member.uid, code),
        ...enqueueMailWrites(welcomeMail(context, member, codePart)),
      ],
    );
    if (added.result !== 'inserted') throw new DomainError(added.result);
    return added.member;
  } catch (cause) {
    await giveBack(context, limitRules.addressRegistrations, email);
    throw cause;
  }
}
