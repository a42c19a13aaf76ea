import { limitRules } from '../limits/limits.ts';
import { claimAttempt, clearAttempts, enforceLimit } from '../limits/repository.ts';
import { recoveryCodeUsedMail } from '../mail/transactional/messages/login.ts';
import type { Caller, Member } from '../members/member.ts';
import { isSecondFactorRequired } from '../members/require-second-factor.ts';
import {
  findSecondFactor,
  type SecondFactor,
  setRecoveryCodesWrite,
} from '../members/second-factor-repository.ts';
import type { Context } from '../platform/context.ts';
import type { CallSource } from '../platform/runtime.ts';
import { keys } from '../platform/table/schema.ts';
import { updateIf } from '../platform/table/writes.ts';
import { DomainError } from '../shared/domain-error.ts';
import { commitAccountChange } from './account-change.ts';
import { confirmPassword } from './password.ts';
import { setSessionSecondFactorAt } from './sessions.ts';

/** What takes a code of the second factor. */
export type SecondFactorContext = Pick<
  Context,
  'table' | 'keyedHash' | 'totp' | 'secondFactorKeys' | 'now' | 'randomBytes' | 'log'
>;

/** What a signed-in member enters again to prove who they are. */
export interface IdentityProof {
  password: string;
  /** Of the second factor, if there is one. */
  code?: string | undefined;
}

export async function getSecondFactorStatus(
  context: Pick<Context, 'table' | 'secondFactorPolicy'>,
  member: Member,
): Promise<{ enrolledAt: string | null; recoveryCodesLeft: number; isRequired: boolean }> {
  const factor = await findSecondFactor(context, member.uid);
  return {
    enrolledAt: factor?.enrolledAt ?? null,
    recoveryCodesLeft: factor?.recoveryCodeHashes.length ?? 0,
    isRequired: isSecondFactorRequired(context, member),
  };
}

/**
 * Asks once more who a signed-in person is: for the password and, if there is a second factor, one of its codes. Resolves to
 * that factor as it was before: a recovery code is used up now.
 * @throws `password-wrong`, `code-invalid`, `too-many-attempts`
 */
export async function confirmIdentity(
  context: SecondFactorContext & Pick<Context, 'passwords'>,
  caller: Caller,
  { password, code = '' }: IdentityProof,
): Promise<SecondFactor | undefined> {
  const { member } = caller;
  await confirmPassword(context, member, password);
  const factor = await findSecondFactor(context, member.uid);
  if (factor) await checkCode(context, caller, factor, code);
  return factor;
}

/** Accepts a code from a signed-in member, for the calls that need a recent second factor. */
export async function giveSecondFactor(
  context: SecondFactorContext,
  caller: Caller,
  code: string,
): Promise<void> {
  const { member, session } = caller;
  const factor = await findSecondFactor(context, member.uid);
  if (!factor) throw new DomainError('second-factor-off');
  await checkCode(context, caller, factor, code);
  await setSessionSecondFactorAt(context, session, context.now());
}

/** Counts the attempt before any comparison; guesses are limited wherever they come from. */
async function checkCode(
  context: SecondFactorContext,
  { member, source }: Caller,
  factor: SecondFactor,
  code: string,
): Promise<void> {
  await claimAttempt(context, 'second-factor', member.uid);
  if (!(await acceptCode(context, member, factor, code, source))) throw new DomainError('code-invalid');
  await clearAttempts(context, 'second-factor', member.uid);
}

export interface AcceptedCode {
  /** Present if it was a recovery code. */
  recoveryCodesLeft?: number;
}

/**
 * Accepts a code of the member's second factor, each code once; undefined if it is wrong or was used before. The caller
 * has counted the attempt.
 */
export const acceptCode = (
  context: SecondFactorContext,
  member: Member,
  factor: SecondFactor,
  code: string,
  source: CallSource,
): Promise<AcceptedCode | undefined> =>
  /^\d{6}$/.test(code)
    ? acceptTotp(context, factor, code)
    : acceptRecoveryCode(context, member, factor, code, source);

async function acceptTotp(
  context: Pick<Context, 'table' | 'totp' | 'secondFactorKeys' | 'now'>,
  factor: SecondFactor,
  code: string,
): Promise<AcceptedCode | undefined> {
  const { uid, sealedSecret, lastTimeStep } = factor;
  const secret = context.secondFactorKeys.open(uid, sealedSecret);
  const timeStep = await context.totp.matchingTimeStep(secret, code, context.now(), lastTimeStep);
  if (timeStep === undefined) return undefined;
  // Of two simultaneous uses of one code, one is accepted.
  const isFirstUse = await updateIf(context.table, keys.secondFactor(uid), {
    onlyIf: 'sealedSecret = :sealedSecret AND lastTimeStep < :timeStep',
    update: 'SET lastTimeStep = :timeStep',
    values: { ':sealedSecret': sealedSecret, ':timeStep': timeStep },
  });
  return isFirstUse ? {} : undefined;
}

async function acceptRecoveryCode(
  context: Pick<Context, 'table' | 'keyedHash' | 'secondFactorKeys' | 'now' | 'randomBytes' | 'log'>,
  member: Member,
  factor: SecondFactor,
  code: string,
  source: CallSource,
): Promise<AcceptedCode | undefined> {
  const hash = context.secondFactorKeys.hashRecoveryCode(factor.uid, code);
  const left = factor.recoveryCodeHashes.filter((each) => each !== hash);
  if (left.length === factor.recoveryCodeHashes.length) return undefined;
  await enforceLimit(context, limitRules.emails, ['recovery-code', member.uid]);
  const recoveryCodesLeft = left.length;
  const details = { recoveryCodesLeft: String(recoveryCodesLeft) };
  const event = { action: 'use-recovery-code', uid: member.uid, details } as const;
  const mail = recoveryCodeUsedMail(context, member, recoveryCodesLeft);
  const writes = [setRecoveryCodesWrite(factor, left)];
  const isCommitted = await commitAccountChange(context, source, event, mail, writes);
  return isCommitted ? { recoveryCodesLeft } : undefined;
}
