import { formatHongKongTime } from '#shared/hong-kong';
import {
  type Account,
  CONTACT_ADDRESS,
  createMail,
  type MailContext,
  newPasswordPart,
  openPassword,
  RESET_AND_WRITE,
  type TransactionalMail,
} from '../mail.ts';

const NOT_YOU = newPasswordPart(`If you didn't do this, ${RESET_AND_WRITE}:`);

export const secondFactorOnMail = (context: MailContext, to: Account): TransactionalMail =>
  createMail(context, to, {
    subject: 'Two-step verification is on',
    preheader: 'You now need a code from your authenticator app to log in.',
    parts: [
      `Two-step verification was set up for your account ${to.username} on ${formatHongKongTime(context.now())}. You now need a code from your authenticator app to log in.`,
      'Keep your recovery codes in a safe place: each of them lets you log in once without the app.',
      NOT_YOU,
    ],
  });

export const secondFactorOffMail = (context: MailContext, to: Account): TransactionalMail =>
  createMail(context, to, {
    subject: 'Two-step verification is off',
    preheader: 'Your password alone is now enough to log in.',
    parts: [
      `Two-step verification was turned off for your account ${to.username} on ${formatHongKongTime(context.now())}. Your password alone is now enough to log in.`,
      NOT_YOU,
    ],
  });

export const recoveryCodeUsedMail = (
  context: MailContext,
  to: Account,
  codesLeft: number,
): TransactionalMail =>
  createMail(context, to, {
    subject: 'A recovery code was used',
    preheader: "If you didn't do this, reset your password now.",
    parts: [
      `A recovery code of your account ${to.username} was used on ${formatHongKongTime(context.now())}. You have ${codesLeft} recovery ${codesLeft === 1 ? 'code' : 'codes'} left.`,
      openPassword('To get new ones, log in and open Password, Two-step verification:'),
      NOT_YOU,
    ],
  });

export const recoveryCodesRenewedMail = (context: MailContext, to: Account): TransactionalMail =>
  createMail(context, to, {
    subject: 'You have new recovery codes',
    preheader: 'Earlier recovery codes no longer work.',
    parts: [
      `New recovery codes were created for your account ${to.username} on ${formatHongKongTime(context.now())}. Earlier ones no longer work.`,
      NOT_YOU,
    ],
  });

export const passkeyAddedMail = (context: MailContext, to: Account): TransactionalMail =>
  createMail(context, to, {
    subject: 'A passkey was added',
    preheader: "If you didn't do this, reset your password now.",
    parts: [
      `A passkey was added to your account ${to.username} on ${formatHongKongTime(context.now())}. With it, you can log in without your password.`,
      openPassword('You can see and remove your passkeys under Password:'),
      newPasswordPart(`If you didn't do this, ${RESET_AND_WRITE}. A new password removes all passkeys:`),
    ],
  });

export const passkeyRemovedMail = (context: MailContext, to: Account): TransactionalMail =>
  createMail(context, to, {
    subject: 'A passkey was removed',
    preheader: "If you didn't do this, reset your password now.",
    parts: [
      `A passkey of your account ${to.username} was removed on ${formatHongKongTime(context.now())}. You can no longer log in with it. All other devices have been logged out.`,
      NOT_YOU,
    ],
  });

/** Sent after an operator's change at the member's request. */
export const secondFactorResetMail = (context: MailContext, to: Account): TransactionalMail =>
  createMail(context, to, {
    subject: 'Two-step verification was reset',
    preheader: "If you didn't ask for this, write to us now.",
    parts: [
      `We turned off two-step verification for your account ${to.username} on ${formatHongKongTime(context.now())}. You have been logged out on all devices. Your password stays the same.`,
      openPassword('To set it up again, log in and open Password, Two-step verification:'),
      `If you didn't ask for this, write to ${CONTACT_ADDRESS} now.`,
    ],
  });
