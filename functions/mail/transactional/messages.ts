import { formatHongKongTime, formatLongDate } from '#shared/hong-kong';
import { toHex } from '#shared/text';
import type { Member } from '../../members/member.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Campaign } from '../campaigns/campaign.ts';
import type { TransactionalMail } from './mail.ts';

type Deps = Pick<Runtime, 'now' | 'randomBytes'>;
type Person = Pick<Member, 'email' | 'firstName'>;

/** A mail to one person as plain text: greeting, paragraphs, the association's name. Due at once. */
export function createMail(
  { now, randomBytes }: Deps,
  to: Person,
  subject: string,
  paragraphs: string[],
): TransactionalMail {
  return {
    id: toHex(randomBytes(16)),
    to: to.email,
    subject,
    text: [`Dear ${to.firstName || 'member'},`, ...paragraphs, 'Asia Graphics Association (AG)'].join('\n\n'),
    dueAt: now().toISOString(),
  };
}

const NOT_YOU = 'If this was not you, reset your password on the login page at once and write to us.';

/** Sent once, with the registration. */
export const welcomeMail = (
  deps: Deps,
  member: Person & Pick<Member, 'username' | 'uid'>,
  digits: string,
): TransactionalMail =>
  createMail(deps, member, 'Your account at the Asia Graphics Association', [
    'Your account has been created.',
    `Username: ${member.username}\nMembership ID: ${member.uid}`,
    `To confirm that this address is yours, sign in, open User Profile and enter this code within 24 hours:\n\n${digits}`,
    'Conferences ask for the membership ID when you register at the member rate. It counts once the membership fee of the year is paid.',
    'If you did not register, somebody typed your address by mistake. You need do nothing.',
  ]);

export const verificationMail = (deps: Deps, to: Person, digits: string): TransactionalMail =>
  createMail(deps, to, 'Confirm your e-mail address', [
    `Your code:\n\n${digits}`,
    'Enter it in your user profile within 24 hours. An earlier code no longer counts.',
  ]);

export const resetCodeMail = (deps: Deps, to: Person, digits: string): TransactionalMail =>
  createMail(deps, to, 'Your authentication code', [
    `Your code to set a new password:\n\n${digits}`,
    'It counts for ten minutes and once. An earlier code no longer counts.',
    'If you did not ask for it, you need do nothing: without the code your password stays as it is.',
  ]);

export const passwordChangedMail = (deps: Deps, member: Member): TransactionalMail =>
  createMail(deps, member, 'Your password was changed', [
    `The password of your account ${member.username} was changed on ${formatHongKongTime(deps.now())}. You have been signed out everywhere.`,
    NOT_YOU,
  ]);

/** To the address that was left: whoever reads it may be the member whose session somebody stole. */
export const addressChangedMail = (
  deps: Deps & { siteUrl: string },
  before: Member,
  newAddress: string,
): TransactionalMail =>
  createMail(deps, before, 'Your email address was changed', [
    `The email address of your account ${before.username} was changed on ${formatHongKongTime(deps.now())}.`,
    `New address: ${newAddress}`,
    'We will no longer send emails about this account to this address. All other devices have been logged out.',
    "If you made this change, you don't need to do anything.",
    `If you didn't make this change, log in now, change your password (this logs out everybody else) and change the email address back:\n\n${deps.siteUrl}/login`,
    "If you can't log in, write to us immediately. The login page shows our address.",
  ]);

export const accountDeletedMail = (deps: Deps, member: Member): TransactionalMail =>
  createMail(deps, member, 'Your account was deleted', [
    `Your account ${member.username} was deleted on ${formatHongKongTime(deps.now())}, as you asked. What the association's accounts must keep of your payments is kept without your name.`,
  ]);

/** To every other administrator, whenever one writes to members: a stolen account would not go unseen. */
export const campaignCreatedMail = (deps: Deps, to: Person, campaign: Campaign): TransactionalMail =>
  createMail(deps, to, 'A mail to members was sent', [
    `${campaign.sender} wrote a mail to ${campaign.total} ${campaign.total === 1 ? 'member' : 'members'}: ${campaign.subject}`,
    `It leaves on ${formatHongKongTime(new Date(campaign.sendAt))}. Until then, and while it is being sent, any administrator can cancel it in the outbox.`,
  ]);

/** With a payment of the fee that extended the membership. */
export const feeReceivedMail = (
  deps: Deps,
  to: Person,
  receiptNumber: string,
  activeUntil: string,
): TransactionalMail =>
  createMail(deps, to, 'Your membership fee was received', [
    'Thank you: your membership fee was received.',
    `Your membership is valid until ${formatLongDate(activeUntil)}.\nReceipt: ${receiptNumber}`,
    'To download the receipt, sign in and open Membership Status.',
  ]);
