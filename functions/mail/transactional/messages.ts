import { formatHongKongTime, formatLongDate, hongKongDate } from '#shared/hong-kong';
import { formatMoney } from '#shared/money';
import { toSingleLine } from '#shared/text';
import type { Runtime } from '../../platform/runtime.ts';
import { type Addressee, CONTACT_ADDRESS, createMail, SITE_URL, type TransactionalMail } from './mail.ts';

type Account = Addressee & { username: string };

/** Sent once, at registration. */
export const welcomeMail = (
  deps: Runtime,
  to: Addressee & { username: string; uid: string },
  digits: string,
): TransactionalMail =>
  createMail(deps, to, {
    subject: 'Welcome to AG: verify your email address',
    preheader: 'Your verification code and your membership ID.',
    paragraphs: [
      'Your account has been created.',
      `Username: ${to.username}\nMembership ID: ${to.uid}`,
      'Verify your email address\nYour verification code is:',
      digits,
      `Enter it in your User Profile within 24 hours:\n${SITE_URL}/user/profile`,
      `Your membership ID\nConferences ask for your membership ID when you register at the member rate. The member rate applies after you have paid the annual fee:\n${SITE_URL}/user/membership`,
      "If you didn't create this account, you can ignore this email.",
    ],
  });

export const verificationMail = (deps: Runtime, to: Addressee, digits: string): TransactionalMail =>
  createMail(deps, to, {
    subject: 'Your verification code',
    preheader: 'Enter this code within 24 hours to verify your email address.',
    paragraphs: [
      'Your verification code is:',
      digits,
      `Enter it in your User Profile:\n${SITE_URL}/user/profile`,
      'The code is valid for 24 hours and can be used once. Earlier codes no longer work.',
      "If you didn't ask for this code, you can ignore this email.",
    ],
  });

export const resetCodeMail = (deps: Runtime, to: Account, digits: string): TransactionalMail =>
  createMail(deps, to, {
    subject: 'Your authentication code',
    preheader: 'Enter this code within 10 minutes to set a new password.',
    paragraphs: [
      'Your authentication code is:',
      digits,
      `Your username is ${to.username}.`,
      `Enter the code here and choose a new password:\n${SITE_URL}/login?form=forgot`,
      "The code is valid for 10 minutes and can be used once. Earlier codes no longer work. Don't share it with anyone.",
      "If you didn't ask for this code, you can ignore this email. Your password stays the same.",
    ],
  });

const RESET_AND_WRITE = `reset your password now and write to ${CONTACT_ADDRESS}:\n${SITE_URL}/login?form=forgot`;

export const passwordChangedMail = (
  deps: Runtime,
  to: Account,
  { passkeysRemoved = false } = {},
): TransactionalMail =>
  createMail(deps, to, {
    subject: 'Your password was changed',
    preheader: "If you didn't do this, reset your password now.",
    paragraphs: [
      `The password of your account ${to.username} was changed on ${formatHongKongTime(deps.now())}. You have been logged out on all devices${passkeysRemoved ? ', and your passkeys were removed' : ''}.`,
      "If you made this change, you don't need to do anything.",
      `If you didn't make this change, ${RESET_AND_WRITE}`,
    ],
  });

/** Sent after the member has said that a login was not theirs. */
export const accountSecuredMail = (
  deps: Runtime,
  to: Account,
  { digits, loggedInAt, passkeysRemoved }: { digits: string; loggedInAt: string; passkeysRemoved: boolean },
): TransactionalMail =>
  createMail(deps, to, {
    subject: 'Set a new password for your account',
    preheader: 'You have been logged out on all devices. Enter this code to set a new password.',
    paragraphs: [
      `You told us that the login to your account ${to.username} on ${formatHongKongTime(new Date(loggedInAt))} wasn't yours. We logged out all devices and removed the password${passkeysRemoved ? ' and your passkeys' : ''}.`,
      'Your authentication code is:',
      digits,
      `Enter the code here and choose a new password:\n${SITE_URL}/login?form=forgot`,
      "The code is valid for 10 minutes and can be used once. You can ask for another one on the same page. Don't share it with anyone.",
      `If you didn't tell us this, set a new password all the same, and write to ${CONTACT_ADDRESS}.`,
    ],
  });

/** Sent to the old address: its reader may be the member, whose session was stolen and who can still log in. */
export const addressChangedMail = (deps: Runtime, before: Account, newAddress: string): TransactionalMail =>
  createMail(deps, before, {
    subject: 'Your email address was changed',
    preheader: "If you didn't do this, contact us immediately.",
    paragraphs: [
      `The email address of your account ${before.username} was changed on ${formatHongKongTime(deps.now())}. All other devices have been logged out.`,
      `New address: ${newAddress}`,
      'We will no longer send emails about this account to this address.',
      `If you made this change, you don't need to do anything. You can check it in your User Profile:\n${SITE_URL}/user/profile`,
      `If you didn't make this change, log in now, change your password (this logs out everybody else) and change the email address back:\n${SITE_URL}/login`,
      `If you can't log in, write to ${CONTACT_ADDRESS} immediately.`,
    ],
  });

export const accountDeletedMail = (deps: Runtime, to: Account): TransactionalMail =>
  createMail(deps, to, {
    subject: 'Your account has been deleted',
    preheader: 'This is the last email about your account.',
    paragraphs: [
      `Your account ${to.username} was deleted on ${formatHongKongTime(deps.now())}, as you asked. Your profile and your membership have been deleted too.`,
      'We must keep payment records for our accounts. Your name has been removed from them.',
      `You are welcome to register again at any time:\n${SITE_URL}/login?form=register`,
      `If you didn't delete your account, write to ${CONTACT_ADDRESS} immediately.`,
    ],
  });

/** Sent after a payment that extended the membership. `activeUntil` is YYYY-MM-DD. */
export const feeReceivedMail = (
  deps: Runtime,
  to: Addressee,
  receiptNumber: string,
  activeUntil: string,
): TransactionalMail =>
  createMail(deps, to, {
    subject: `Payment received: you are a member until ${formatLongDate(activeUntil)}`,
    preheader: `Receipt ${receiptNumber}. Thank you.`,
    paragraphs: [
      'Thank you. We have received your annual membership fee.',
      `Valid until: ${formatLongDate(activeUntil)}\nReceipt number: ${receiptNumber}`,
      `Download your receipt or create your membership card under Membership Status:\n${SITE_URL}/user/membership`,
    ],
  });

/** Sent after a payment by a member who is already paid a year ahead. */
export const overpaymentMail = (
  deps: Runtime,
  to: Addressee & { activeUntil: string },
  { currency, amountMinorUnits, paidAt }: { currency: string; amountMinorUnits: number; paidAt: Date },
): TransactionalMail =>
  createMail(deps, to, {
    subject: 'Payment received: you have paid once too often',
    preheader: 'Our treasurer will contact you about this payment.',
    paragraphs: [
      `We received ${formatMoney(currency, amountMinorUnits)} on ${formatLongDate(hongKongDate(paidAt))}. Your membership was already paid until ${formatLongDate(to.activeUntil)}, so this payment didn't extend it.`,
      "Our treasurer will review the payment and contact you. You don't need to do anything, and you don't need to pay again.",
      `You can see your membership and your receipts under Membership Status:\n${SITE_URL}/user/membership`,
    ],
  });

/**
 * Sent to a member whose membership is about to end, or has ended. `end`, and `paidUntil`, the new end after a payment
 * today, are YYYY-MM-DD.
 */
export function membershipEndingMail(
  deps: Runtime,
  to: Addressee,
  { end, paidUntil, hasEnded }: { end: string; paidUntil: string; hasEnded: boolean },
): TransactionalMail {
  const [lastDay, next] = [formatLongDate(end), formatLongDate(paidUntil)];
  const page = `${SITE_URL}/user/membership`;
  const justPaid =
    'If you have just paid, you can ignore this email. It can take a few minutes before your membership is updated.';
  return hasEnded
    ? createMail(deps, to, {
        subject: `Your membership ended on ${lastDay}`,
        preheader: `Pay the annual fee to be a member until ${next}.`,
        paragraphs: [
          `Your Asia Graphics Association membership ended on ${lastDay}. You still have your account and your records.`,
          `You can become a member again at any time. Pay the annual fee now to be a member until ${next}:\n${page}`,
          justPaid,
        ],
      })
    : createMail(deps, to, {
        subject: `Your membership ends on ${lastDay}`,
        preheader: `Renew now to stay a member until ${next}.`,
        paragraphs: [
          `Your Asia Graphics Association membership is valid until ${lastDay}, including that day.`,
          `Pay the annual fee to stay a member until ${next}:\n${page}`,
          justPaid,
        ],
      });
}

/** Sent to every other administrator when one creates a campaign, so that a stolen account is noticed. */
export function campaignCreatedMail(
  deps: Runtime,
  to: Addressee,
  campaign: {
    id: string;
    subject: string;
    senderName: string;
    total: number;
    isScheduled: boolean;
    sendAt: string;
  },
): TransactionalMail {
  const { id, isScheduled } = campaign;
  const subject = toSingleLine(campaign.subject);
  const sender = toSingleLine(campaign.senderName);
  const members = campaign.total === 1 ? '1 member' : `${campaign.total} members`;
  const sendTime = isScheduled ? formatHongKongTime(new Date(campaign.sendAt)) : 'now';
  const page = `${SITE_URL}/user/outbox?mail=${id}`;
  const headline = isScheduled
    ? `${sender} scheduled an email to ${members}`
    : `${sender} is sending an email to ${members}`;
  return createMail(deps, to, {
    subject: headline,
    preheader: isScheduled ? `${subject} · ${sendTime}` : subject,
    paragraphs: [
      `${headline}.`,
      `Subject: ${subject}\nSend time: ${sendTime}`,
      isScheduled
        ? `You can cancel it in the Outbox:\n${page}`
        : `You can see its progress, pause it or cancel it in the Outbox:\n${page}`,
      isScheduled
        ? `All administrators receive this notice. If you didn't expect this email, cancel it and ask ${sender}.`
        : `All administrators receive this notice. If you didn't expect this email, pause it and ask ${sender}.`,
    ],
  });
}

const NOT_YOU = `If you didn't do this, ${RESET_AND_WRITE}`;
const SET_UP_PAGE = `${SITE_URL}/user/password`;

export const secondFactorOnMail = (deps: Runtime, to: Account): TransactionalMail =>
  createMail(deps, to, {
    subject: 'Two-step verification is on',
    preheader: 'You now need a code from your authenticator app to log in.',
    paragraphs: [
      `Two-step verification was set up for your account ${to.username} on ${formatHongKongTime(deps.now())}. You now need a code from your authenticator app to log in.`,
      'Keep your recovery codes in a safe place: each of them lets you log in once without the app.',
      NOT_YOU,
    ],
  });

export const secondFactorOffMail = (deps: Runtime, to: Account): TransactionalMail =>
  createMail(deps, to, {
    subject: 'Two-step verification is off',
    preheader: 'Your password alone is now enough to log in.',
    paragraphs: [
      `Two-step verification was turned off for your account ${to.username} on ${formatHongKongTime(deps.now())}. Your password alone is now enough to log in.`,
      NOT_YOU,
    ],
  });

export const recoveryCodeUsedMail = (deps: Runtime, to: Account, codesLeft: number): TransactionalMail =>
  createMail(deps, to, {
    subject: 'A recovery code was used',
    preheader: "If you didn't do this, reset your password now.",
    paragraphs: [
      `A recovery code of your account ${to.username} was used on ${formatHongKongTime(deps.now())}. You have ${codesLeft} recovery ${codesLeft === 1 ? 'code' : 'codes'} left.`,
      `To get new ones, log in and open Password, Two-step verification:\n${SET_UP_PAGE}`,
      NOT_YOU,
    ],
  });

export const recoveryCodesRenewedMail = (deps: Runtime, to: Account): TransactionalMail =>
  createMail(deps, to, {
    subject: 'You have new recovery codes',
    preheader: 'Earlier recovery codes no longer work.',
    paragraphs: [
      `New recovery codes were created for your account ${to.username} on ${formatHongKongTime(deps.now())}. Earlier ones no longer work.`,
      NOT_YOU,
    ],
  });

export const passkeyAddedMail = (deps: Runtime, to: Account): TransactionalMail =>
  createMail(deps, to, {
    subject: 'A passkey was added',
    preheader: "If you didn't do this, reset your password now.",
    paragraphs: [
      `A passkey was added to your account ${to.username} on ${formatHongKongTime(deps.now())}. With it, you can log in without your password.`,
      `You can see and remove your passkeys under Password:\n${SET_UP_PAGE}`,
      `${NOT_YOU}\nThis removes all passkeys.`,
    ],
  });

export const passkeyRemovedMail = (deps: Runtime, to: Account): TransactionalMail =>
  createMail(deps, to, {
    subject: 'A passkey was removed',
    preheader: "If you didn't do this, reset your password now.",
    paragraphs: [
      `A passkey of your account ${to.username} was removed on ${formatHongKongTime(deps.now())}. It no longer works here.`,
      NOT_YOU,
    ],
  });

/** Sent after an operator's change at the member's request. */
export const secondFactorResetMail = (deps: Runtime, to: Account): TransactionalMail =>
  createMail(deps, to, {
    subject: 'Two-step verification was reset',
    preheader: "If you didn't ask for this, write to us now.",
    paragraphs: [
      `An operator turned off two-step verification for your account ${to.username} on ${formatHongKongTime(deps.now())}. You have been logged out on all devices. Your password stays the same.`,
      `To set it up again, log in and open Password, Two-step verification:\n${SET_UP_PAGE}`,
      `If you didn't ask for this, write to ${CONTACT_ADDRESS} now.`,
    ],
  });
