import type { ErrorCode } from '#shared/errors';
import { canonicalize } from '#shared/text';
import { createAccountEntry } from '../audit/audit.ts';
import { auditEntryWrites } from '../audit/repository.ts';
import { limitRules } from '../limits/limits.ts';
import { enforceLimit, giveBack, hasSignedInFrom, recordSuccess } from '../limits/repository.ts';
import { passwordChangedMail, resetCodeMail } from '../mail/transactional/messages/account.ts';
import { enqueueMailWrites } from '../mail/transactional/repository.ts';
import { type Member, NOBODY } from '../members/member.ts';
import { findMemberByEmail } from '../members/repository.ts';
import { setPasswordWrite } from '../members/write-repository.ts';
import type { Context, WithTable } from '../platform/context.ts';
import type { CallSource } from '../platform/runtime.ts';
import { DomainError } from '../shared/domain-error.ts';
import { commitAccountChange } from './account-change.ts';
import {
  createCode,
  decoyCodeWrites,
  discardCodeWrite,
  enforceResetRequestLimit,
  issueCodeWrite,
  markCodeUsedWrite,
  matchCode,
  type Origin,
  returnGuess,
} from './code-repository.ts';
import { listPasskeys, removePasskeyWrite } from './passkey-repository.ts';
import { type PasswordsContext, requireUncommonPassword } from './password.ts';

/** Whether the member has logged in from this network before; reads as much with the username of `NOBODY`. */
async function findOrigin(context: WithTable, username: string, network: string): Promise<Origin> {
  return { network, isKnown: await hasSignedInFrom(context, canonicalize(username), network) };
}

/**
 * Sends a code if an account has the address. Without an account, the same amount is read, hashed and written, so that
 * neither the reply nor its time tells the difference; too many requests for one address get the same reply as well.
 * @throws `too-many-attempts` for a network over its own limit, whatever the address
 */
export async function sendResetCode(
  context: Pick<Context, 'table' | 'keyedHash' | 'passwords' | 'now' | 'randomBytes' | 'log'>,
  email: string,
  source: CallSource,
): Promise<void> {
  const { network } = source;
  await enforceLimit(context, limitRules.tries, ['reset', network]);
  const address = canonicalize(email);
  const found = await findMemberByEmail(context, address);
  const member = found?.state === 'active' ? found : undefined;
  const { uid, username, epoch } = member ?? NOBODY;
  const origin = await findOrigin(context, username, network);
  try {
    await enforceResetRequestLimit(context, address, origin);
  } catch (cause) {
    if (!(cause instanceof DomainError)) throw cause;
    logReset(context, { outcome: cause.code, email, uid: member?.uid, network });
    return;
  }
  const { code, codePart } = await createCode(context, 'reset', epoch);
  const mail = resetCodeMail(
    context,
    member ?? { email, emailVerified: false, firstName: '', username: '' },
    codePart,
  );
  const entry = createAccountEntry(context, source, {
    action: 'request-password-reset',
    uid,
    by: 'anonymous',
  });
  await context.table.commit(
    member
      ? [issueCodeWrite(uid, code), ...enqueueMailWrites(mail), ...auditEntryWrites(entry)]
      : decoyCodeWrites(code, mail, entry),
  );
  logReset(context, { outcome: 'requested', email, uid: member?.uid, network });
}

function logReset(
  { log, keyedHash }: Pick<Context, 'log' | 'keyedHash'>,
  {
    email,
    network,
    ...details
  }: { outcome: 'requested' | ErrorCode; email: string; uid: string | undefined; network: string },
): void {
  log({
    level: 'info',
    event: 'password-reset',
    ...details,
    address: keyedHash.hashForLog(email),
    network: keyedHash.hashForLog(network),
  });
}

interface PasswordResetInput {
  email: string;
  digits: string;
  password: string;
  salt: string;
}

/**
 * Sets a new password, ends every session, removes the passkeys, and resolves to the member, whose mailbox the code has proved. Until then every
 * request costs the same and fails alike: for an unknown address, a disabled account, and a wrong, used, outdated or foreign code. The new password is
 * checked only then, because the check may compare it with the member's own names. A repeat of the same request, with the same salt and password,
 * succeeds for as long as the code is valid, and changes nothing.
 * @throws `code-invalid`, `password-common`, `too-many-attempts`
 */
export async function resetPassword(
  context: PasswordsContext,
  { email, digits, password, salt }: PasswordResetInput,
  source: CallSource,
): Promise<Member> {
  const { network } = source;
  await enforceLimit(context, limitRules.tries, ['reset', network]);
  const member = await findMemberByEmail(context, canonicalize(email));
  const owner = member ?? NOBODY;
  const origin = await findOrigin(context, owner.username, network);
  const code = await matchCode(context, owner, 'reset', digits, origin);
  const fail = async (): Promise<never> => {
    logReset(context, { outcome: 'code-invalid', email, uid: member?.uid, network });
    await watchWrongCodes(context);
    throw new DomainError('code-invalid');
  };
  if (member?.state !== 'active' || !code) return fail();
  if (code.isUsed) {
    // Whether this request has set the member's password before, and only its reply was lost.
    const isSaved = member.salt === salt && (await context.passwords.verify(member.passwordHash, password));
    if (!isSaved) return fail();
    await giveBack(context, limitRules.tries, ['reset', network]);
    return member;
  }
  const { uid } = member;
  try {
    await requireUncommonPassword(context, password, salt, member);
  } catch (cause) {
    if (cause instanceof DomainError) await returnGuess(context, uid, code, network);
    throw cause;
  }
  const passwordHash = await context.passwords.hash(password);
  const event = { action: 'reset-password', uid, by: 'anonymous' } as const;
  // Somebody who knew the old password may have added one.
  const passkeys = await listPasskeys(context, uid);
  const mail = passwordChangedMail(context, member, { passkeysRemoved: passkeys.length > 0 });
  const isCommitted = await commitAccountChange(context, source, event, mail, [
    setPasswordWrite(member, { salt, passwordHash, emailVerified: true }),
    ...passkeys.map(removePasskeyWrite),
    markCodeUsedWrite(uid, code),
    discardCodeWrite(uid, 'verification'),
  ]);
  if (!isCommitted) return fail();
  await Promise.all([
    recordSuccess(context, [canonicalize(member.username)], network),
    giveBack(context, limitRules.tries, ['reset', network]),
  ]);
  return member;
}

/** Three hundred wrong codes in an hour are no typing errors, and raise an alarm. */
async function watchWrongCodes(context: Pick<Context, 'table' | 'now' | 'log'>): Promise<void> {
  try {
    await enforceLimit(context, limitRules.guessesInAll, 'codes');
  } catch (cause) {
    if (!(cause instanceof DomainError)) throw cause;
    context.log({ level: 'error', event: 'many-wrong-codes', cause });
  }
}
