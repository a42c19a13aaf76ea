import { limitRules, withinLimit } from '../limits/limits.ts';
import { passwordChangedMail, resetCodeMail } from '../mail/notices.ts';
import { canonical } from '../members/canonical.ts';
import { type CommonPasswords, refuseCommonPassword } from '../members/common-password.ts';
import type { Members } from '../members/member.ts';
import { Refusal } from '../refusal.ts';
import { type CodeNeeds, countRequest, matchingCode, newCode } from './one-time-code.ts';

export type ResetNeeds = CodeNeeds & CommonPasswords & { members: Members };

/**
 * Sends a code where an account has the address. What is read, hashed and written is the same where none has it, so
 * that neither the answer nor its time tells (requirements, R-16); too many requests are answered alike as well.
 */
export async function sendResetCode(needs: ResetNeeds, email: string): Promise<void> {
  const address = canonical(email);
  try {
    await countRequest(needs, 'reset', address);
  } catch (cause) {
    if (cause instanceof Refusal) return;
    throw cause;
  }
  const found = await needs.members.findByEmail(address);
  const member = found?.state === 'active' ? found : undefined;
  const { digits, code } = await newCode(needs, 'reset', member?.epoch ?? 0);
  const mail = resetCodeMail(needs, member ?? { email, firstName: '' }, digits);
  await needs.codes.issue(member?.uid, code, mail);
}

export interface ResetRequest {
  email: string;
  digits: string;
  password: string;
  salt: string;
}

/** Sets a new password and ends every session; `code-wrong` for a wrong, used, outdated or foreign code alike. */
export async function resetPassword(needs: ResetNeeds, request: ResetRequest): Promise<void> {
  const { password, salt } = request;
  const member = await needs.members.findByEmail(canonical(request.email));
  await refuseCommonPassword(needs, password, salt, member);
  const code = await matchingCode(needs, member, 'reset', request.digits);
  const passwordHash = await needs.passwords.hash(password);
  const isChanged =
    member?.state === 'active' &&
    code !== undefined &&
    (await needs.members.changePassword(
      member,
      { salt, passwordHash },
      passwordChangedMail(needs, member),
      code,
    ));
  if (isChanged) return;
  await noteWrongCode(needs);
  throw new Refusal('code-wrong');
}

/** Two hundred wrong codes in an hour are no typing errors: somebody should look. */
async function noteWrongCode(needs: ResetNeeds): Promise<void> {
  try {
    await withinLimit(needs, limitRules.wrongCodes, 'all');
  } catch (cause) {
    needs.report({ level: 'error', event: 'many-wrong-codes', cause });
  }
}
