import type { AccountAction } from '#shared/choices';
import { accountEntry, logAccountEntry } from '../audit/account-entry.ts';
import { claimAttempt } from '../limits/claim.ts';
import { limitRules, withinLimit } from '../limits/limits.ts';
import type { ServiceMail } from '../mail/mail.ts';
import { checkPassword, type PasswordCheckNeeds } from '../members/change-password.ts';
import type { ChangeRecord, Member } from '../members/member.ts';
import { Refusal } from '../refusal.ts';
import type { Caller } from '../sessions/authenticate.ts';
import { otherSessions } from '../sessions/places.ts';
import type { Sessions } from '../sessions/session.ts';
import { acceptCode } from './accept-code.ts';
import { recoveryCodesRenewedMail, secondFactorOffMail, secondFactorOnMail } from './notices.ts';
import { newRecoveryCodes, shownRecoveryCode } from './recovery-codes.ts';
import { isRequiredOf, type SecondFactor, type SecondFactorNeeds } from './second-factor.ts';

/** RFC 4226, section 4, R6, recommends 160 bits. */
const SECRET_BYTES = 20;
const SETUP_MILLISECONDS = 10 * 60_000;
/** Before every time step: any code of the app finishes a setup. */
const NO_TIME_STEP = 0;

export type SetUpNeeds = SecondFactorNeeds & PasswordCheckNeeds & { sessions: Sessions };

interface Confirmation {
  password: string;
  code: string;
}

export async function statusOf(
  needs: SecondFactorNeeds,
  member: Member,
): Promise<{ enrolledAt: string | null; recoveryCodesLeft: number; isRequired: boolean }> {
  const factor = await needs.secondFactors.find(member.uid);
  return {
    enrolledAt: factor?.enrolledAt ?? null,
    recoveryCodesLeft: factor?.recoveryCodeHashes.length ?? 0,
    isRequired: isRequiredOf(needs, member),
  };
}

/** Begins a setup. Requires the password, and a code of the present second factor where there is one. */
export async function beginSetup(
  needs: SetUpNeeds,
  caller: Caller,
  given: { password: string; code?: string | undefined },
): Promise<{ secret: string; uri: string }> {
  const { member } = caller;
  await checkPassword(needs, member, given.password);
  const factor = await needs.secondFactors.find(member.uid);
  if (factor) await checkCode(needs, caller, factor, given.code ?? '');
  await withinLimit(needs, limitRules.secondFactorChanges, member.uid);
  const secret = needs.randomBytes(SECRET_BYTES);
  await needs.secondFactors.beginSetup({
    uid: member.uid,
    sealedSecret: needs.secondFactorKeys.seal(member.uid, secret),
    expiresAt: new Date(needs.clock().getTime() + SETUP_MILLISECONDS).toISOString(),
  });
  return needs.totp.setupOf(secret, member.username);
}

/** Turns the second factor on with a code of the app, and resolves to the recovery codes, which are shown this once. */
export async function finishSetup(needs: SetUpNeeds, caller: Caller, code: string): Promise<string[]> {
  const { member, session } = caller;
  const now = needs.clock();
  const setup = await needs.secondFactors.findSetup(member.uid);
  if (!setup || setup.expiresAt <= now.toISOString()) throw new Refusal('second-factor-setup-ended');
  const secret = needs.secondFactorKeys.open(member.uid, setup.sealedSecret);
  const lastTimeStep = await needs.totp.matchingTimeStep(secret, code, now, NO_TIME_STEP);
  if (lastTimeStep === undefined) throw new Refusal('code-invalid');
  const { codes, hashes } = recoveryCodesFor(needs, member);
  const { uid, sealedSecret } = setup;
  const factor: SecondFactor = {
    kind: 'totp',
    uid,
    sealedSecret,
    lastTimeStep,
    recoveryCodeHashes: hashes,
    enrolledAt: now.toISOString(),
  };
  const record = recordOf(needs, caller, 'set-up-second-factor', secondFactorOnMail(needs, member));
  if (!(await needs.secondFactors.finishSetup(setup, factor, record)))
    throw new Refusal('second-factor-setup-ended');
  logAccountEntry(needs, record.entry);
  await needs.sessions.setSecondFactorAt(session, now);
  return codes;
}

/** Resolves to new recovery codes; the old ones stop working. */
export async function renewRecoveryCodes(
  needs: SetUpNeeds,
  caller: Caller,
  { password, code }: Confirmation,
): Promise<string[]> {
  const { member } = caller;
  await checkPassword(needs, member, password);
  await checkCode(needs, caller, await factorOf(needs, member), code);
  await withinLimit(needs, limitRules.secondFactorChanges, member.uid);
  // Read anew: the code may have been a recovery code, which is gone now.
  const factor = await factorOf(needs, member);
  const { codes, hashes } = recoveryCodesFor(needs, member);
  const record = recordOf(needs, caller, 'renew-recovery-codes', recoveryCodesRenewedMail(needs, member));
  if (!(await needs.secondFactors.setRecoveryCodes(factor, hashes, record)))
    throw new Refusal('profile-conflict');
  logAccountEntry(needs, record.entry);
  return codes;
}

/** Turns it off and ends every other session; refuses with `second-factor-required` members who must have one. */
export async function removeSecondFactor(
  needs: SetUpNeeds,
  caller: Caller,
  { password, code }: Confirmation,
): Promise<void> {
  const { member, session } = caller;
  if (isRequiredOf(needs, member)) throw new Refusal('second-factor-required');
  await checkPassword(needs, member, password);
  const factor = await factorOf(needs, member);
  await checkCode(needs, caller, factor, code);
  const record = recordOf(needs, caller, 'remove-second-factor', secondFactorOffMail(needs, member));
  if (!(await needs.secondFactors.remove(factor, record))) throw new Refusal('second-factor-off');
  logAccountEntry(needs, record.entry);
  await needs.sessions.setSecondFactorAt(session, null);
  for (const { uid, id } of await otherSessions(needs, caller)) await needs.sessions.remove(uid, id);
}

/** Accepts a code from a member who is logged in, for the calls that ask for the second factor again. */
export async function giveSecondFactor(needs: SetUpNeeds, caller: Caller, code: string): Promise<void> {
  const { member, session } = caller;
  await checkCode(needs, caller, await factorOf(needs, member), code);
  await needs.sessions.setSecondFactorAt(session, needs.clock());
}

async function factorOf(needs: SetUpNeeds, { uid }: Member): Promise<SecondFactor> {
  const factor = await needs.secondFactors.find(uid);
  if (!factor) throw new Refusal('second-factor-off');
  return factor;
}

/** The attempt is counted before anything is compared; guesses are limited wherever they come from. */
async function checkCode(
  needs: SetUpNeeds,
  { member, source }: Caller,
  factor: SecondFactor,
  code: string,
): Promise<void> {
  await claimAttempt(needs, 'second-factor', member.uid);
  if (!(await acceptCode(needs, member, factor, code, source))) throw new Refusal('code-invalid');
  await needs.limits.forgetAttempts('second-factor', member.uid);
}

function recoveryCodesFor(needs: SetUpNeeds, { uid }: Member): { codes: string[]; hashes: string[] } {
  const codes = newRecoveryCodes(needs);
  return {
    codes: codes.map(shownRecoveryCode),
    hashes: codes.map((code) => needs.secondFactorKeys.hashRecoveryCode(uid, code)),
  };
}

const recordOf = (
  needs: SetUpNeeds,
  { member, source }: Caller,
  action: AccountAction,
  notice: ServiceMail,
): ChangeRecord => ({ notice, entry: accountEntry(needs, source, { action, uid: member.uid }) });
