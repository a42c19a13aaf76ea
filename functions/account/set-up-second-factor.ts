import * as z from 'zod/mini';
import { type AdminAction, auditEntryFor } from '../audit/audit.ts';
import { auditEntryWrites } from '../audit/repository.ts';
import { limitRules } from '../limits/limits.ts';
import { claimAttempt, clearAttempts, enforceLimit } from '../limits/repository.ts';
import {
  recoveryCodesRenewedMail,
  secondFactorOffMail,
  secondFactorOnMail,
  secondFactorResetMail,
} from '../mail/transactional/messages/login.ts';
import { enqueueMailWrites } from '../mail/transactional/repository.ts';
import type { Caller, Member } from '../members/member.ts';
import { loadMemberForAction } from '../members/repository.ts';
import { isSecondFactorRequired } from '../members/require-second-factor.ts';
import {
  findSecondFactor,
  removeSecondFactorWrites,
  type SecondFactor,
  setRecoveryCodesWrite,
} from '../members/second-factor-repository.ts';
import { raiseEpochWrite } from '../members/write-repository.ts';
import type { ChangeContext, Context } from '../platform/context.ts';
import { findRow } from '../platform/table/rows.ts';
import { keys } from '../platform/table/schema.ts';
import { seconds } from '../platform/table/table.ts';
import { put, remove } from '../platform/table/writes.ts';
import { DomainError } from '../shared/domain-error.ts';
import { isInLifetime } from '../shared/recent.ts';
import { commitAccountChange } from './account-change.ts';
import { endOtherSessions } from './devices.ts';
import { confirmIdentity, type IdentityProof, type SecondFactorContext } from './second-factor.ts';
import { setSessionSecondFactorAt } from './sessions.ts';

/** RFC 4226, section 4, R6, recommends 160 bits. */
const SECRET_BYTES = 20;
const SETUP_MS = 10 * 60_000;
/** Earlier than every time step, so that any code of the app finishes a setup. */
const NO_TIME_STEP = 0;
const DAY_SECONDS = 86_400;

/** A setup that is not finished. */
const SecondFactorSetup = z.object({
  sealedSecret: z.string(),
  /** ISO 8601, UTC. The row's `expiresAt` only tells DynamoDB when to delete it, some time later. */
  endsAt: z.string(),
});

/** Begins a setup. Requires the password and, if there is a second factor already, one of its codes. */
export async function beginSetup(
  context: SecondFactorContext & Pick<Context, 'passwords'>,
  caller: Caller,
  given: IdentityProof,
): Promise<{ secret: string; uri: string }> {
  const { uid, username } = caller.member;
  await confirmIdentity(context, caller, given);
  await enforceLimit(context, limitRules.rareEmails, ['second-factor', uid]);
  const secret = context.randomBytes(SECRET_BYTES);
  const sealedSecret = context.secondFactorKeys.seal(uid, secret);
  const endsAt = new Date(context.now().getTime() + SETUP_MS);
  const setup = { uid, sealedSecret, endsAt: endsAt.toISOString(), expiresAt: seconds(endsAt) + DAY_SECONDS };
  await context.table.commit([put('setup', { ...keys.secondFactorSetup(uid), ...setup })]);
  return context.totp.createSetup(secret, username);
}

/**
 * Turns the second factor on with a code of the app. Resolves to the recovery codes, which are never shown again.
 * @throws `second-factor-setup-ended`, `code-invalid`, `too-many-attempts`
 */
export async function finishSetup(
  context: SecondFactorContext,
  caller: Caller,
  code: string,
): Promise<string[]> {
  const { member, session, source } = caller;
  const { uid } = member;
  const now = context.now();
  const setup = await findRow(context.table, keys.secondFactorSetup(uid), SecondFactorSetup);
  if (!setup || !isInLifetime(Date.parse(setup.endsAt), now, SETUP_MS))
    throw new DomainError('second-factor-setup-ended');
  await claimAttempt(context, 'second-factor', uid);
  const secret = context.secondFactorKeys.open(uid, setup.sealedSecret);
  const lastTimeStep = await context.totp.matchingTimeStep(secret, code, now, NO_TIME_STEP);
  if (lastTimeStep === undefined) throw new DomainError('code-invalid');
  await clearAttempts(context, 'second-factor', uid);
  const { codes, hashes } = createHashedCodes(context, member);
  const { sealedSecret } = setup;
  const factor: SecondFactor = {
    kind: 'totp',
    uid,
    sealedSecret,
    lastTimeStep,
    recoveryCodeHashes: hashes,
    enrolledAt: now.toISOString(),
  };
  const writes = [
    // Fails if the setup is no longer the one that was read.
    remove('setup', keys.secondFactorSetup(uid), { sealedSecret }),
    // Replaces any earlier factor.
    put('second-factor', { ...keys.secondFactor(uid), ...factor }),
  ];
  const mail = secondFactorOnMail(context, member);
  const event = { action: 'set-up-second-factor', uid } as const;
  if (!(await commitAccountChange(context, source, event, mail, writes)))
    throw new DomainError('second-factor-setup-ended');
  await setSessionSecondFactorAt(context, session, now);
  return codes;
}

/** Resolves to new recovery codes; the old ones stop working. */
export async function renewRecoveryCodes(
  context: SecondFactorContext & Pick<Context, 'passwords'>,
  caller: Caller,
  given: IdentityProof,
): Promise<string[]> {
  const { member, source } = caller;
  const confirmed = await confirmIdentity(context, caller, given);
  // Without a factor, no code was asked for: one that was set up meanwhile is not this caller's to change.
  if (!confirmed) throw new DomainError('second-factor-off');
  // Read again: the code may have been a recovery code, which is used up now.
  const factor = await findSecondFactor(context, member.uid);
  if (!factor) throw new DomainError('second-factor-off');
  await enforceLimit(context, limitRules.rareEmails, ['second-factor', member.uid]);
  const { codes, hashes } = createHashedCodes(context, member);
  const writes = [setRecoveryCodesWrite(factor, hashes)];
  const mail = recoveryCodesRenewedMail(context, member);
  const event = { action: 'renew-recovery-codes', uid: member.uid } as const;
  if (!(await commitAccountChange(context, source, event, mail, writes)))
    throw new DomainError('profile-conflict');
  return codes;
}

/** Turns it off and ends every other session. @throws `second-factor-required` for members who must have one */
export async function removeSecondFactor(
  context: SecondFactorContext & Pick<Context, 'passwords' | 'secondFactorPolicy'>,
  caller: Caller,
  given: IdentityProof,
): Promise<void> {
  const { member, session, source } = caller;
  if (isSecondFactorRequired(context, member)) throw new DomainError('second-factor-required');
  const factor = await confirmIdentity(context, caller, given);
  if (!factor) throw new DomainError('second-factor-off');
  // Before the factor is removed: if this fails, the member can call again, which needs the factor.
  await endOtherSessions(context, caller);
  const writes = removeSecondFactorWrites(member.uid, factor);
  const mail = secondFactorOffMail(context, member);
  const event = { action: 'remove-second-factor', uid: member.uid } as const;
  if (!(await commitAccountChange(context, source, event, mail, writes)))
    throw new DomainError('second-factor-off');
  await setSessionSecondFactorAt(context, session, null);
}

const RECOVERY_CODES = 10;
/** 80 random bits in a code: no rate of guesses finds one. */
const RECOVERY_CODE_CHARACTERS = 16;
/** Crockford's base 32: without i, l, o and u, which are misread. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Recovery codes as they are shown, `abcd-efgh-jkmn-pqrs`, and their hashes, which are of the characters alone. */
function createHashedCodes(
  { secondFactorKeys, randomBytes }: Pick<Context, 'secondFactorKeys' | 'randomBytes'>,
  { uid }: Member,
): { codes: string[]; hashes: string[] } {
  // 256 is a multiple of 32: each character is as likely as any other.
  const characterOf = (byte: number) => ALPHABET.charAt(byte % ALPHABET.length);
  const created = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(randomBytes(RECOVERY_CODE_CHARACTERS), characterOf).join(''),
  );
  return {
    codes: created.map((code) => code.replaceAll(/.{4}(?=.)/g, '$&-')),
    hashes: created.map((code) => secondFactorKeys.hashRecoveryCode(uid, code)),
  };
}

/**
 * Only for the operator's command line: removes a second factor whose owner has lost it, and ends every session.
 * @throws `member-not-found`, `second-factor-off`, `member-conflict`
 */
export async function resetSecondFactor(context: ChangeContext, action: AdminAction): Promise<void> {
  const member = await loadMemberForAction(context, action);
  const factor = await findSecondFactor(context, member.uid);
  if (!factor) throw new DomainError('second-factor-off');
  const failed = await context.table.commit([
    raiseEpochWrite(member),
    ...removeSecondFactorWrites(member.uid, factor),
    ...enqueueMailWrites(secondFactorResetMail(context, member)),
    ...auditEntryWrites(auditEntryFor(context, action, 'reset-second-factor')),
  ]);
  if (failed.length > 0) throw new DomainError('member-conflict');
}
