import { formatHongKongTime } from '#shared/hong-kong';
import type { TransactionalMail } from '../mail/transactional/mail.ts';
import { createMail } from '../mail/transactional/messages.ts';
import type { Member } from '../members/member.ts';
import type { Runtime } from '../platform/runtime.ts';

type Deps = Pick<Runtime, 'now' | 'randomBytes'>;

const NOT_YOURS = "If you didn't do this, reset your password on the login page now and write to us.";

export const secondFactorOnMail = (deps: Deps, member: Member): TransactionalMail =>
  createMail(deps, member, 'Two-step verification is on', [
    `Two-step verification was set up for your account ${member.username} on ${formatHongKongTime(deps.now())}. You now need a code from your authenticator app to log in.`,
    'Keep your recovery codes in a safe place: each of them lets you log in once without the app.',
    NOT_YOURS,
  ]);

export const secondFactorOffMail = (deps: Deps, member: Member): TransactionalMail =>
  createMail(deps, member, 'Two-step verification is off', [
    `Two-step verification was turned off for your account ${member.username} on ${formatHongKongTime(deps.now())}. Your password alone is now enough to log in.`,
    NOT_YOURS,
  ]);

export const recoveryCodeUsedMail = (deps: Deps, member: Member, left: number): TransactionalMail =>
  createMail(deps, member, 'A recovery code was used', [
    `A recovery code of your account ${member.username} was used on ${formatHongKongTime(deps.now())}. You have ${left} recovery ${left === 1 ? 'code' : 'codes'} left.`,
    'To get new ones, log in and open Password, Two-step verification.',
    NOT_YOURS,
  ]);

export const recoveryCodesRenewedMail = (deps: Deps, member: Member): TransactionalMail =>
  createMail(deps, member, 'You have new recovery codes', [
    `New recovery codes were created for your account ${member.username} on ${formatHongKongTime(deps.now())}. Earlier ones no longer work.`,
    NOT_YOURS,
  ]);

/** By an operator, on the member's request. */
export const secondFactorResetMail = (deps: Deps, member: Member): TransactionalMail =>
  createMail(deps, member, 'Two-step verification was reset', [
    `An operator turned off two-step verification for your account ${member.username} on ${formatHongKongTime(deps.now())}. You have been logged out on all devices. Your password stays the same.`,
    'To set it up again, log in and open Password, Two-step verification.',
    "If you didn't ask for this, write to us now.",
  ]);
