import { personalizeMessage } from '../../../functions/mail/campaigns/message.ts';
import { sanitizeMessage } from '../../../functions/mail/campaigns/message-html.ts';
import { fillIn, mailText, type TransactionalMail } from '../../../functions/mail/transactional/mail.ts';
import { mailHtml } from '../../../functions/mail/transactional/mail-html.ts';
import * as account from '../../../functions/mail/transactional/messages/account.ts';
import * as administrators from '../../../functions/mail/transactional/messages/administrators.ts';
import * as campaign from '../../../functions/mail/transactional/messages/campaign.ts';
import * as invitation from '../../../functions/mail/transactional/messages/invitation.ts';
import * as login from '../../../functions/mail/transactional/messages/login.ts';
import * as membership from '../../../functions/mail/transactional/messages/membership.ts';
import { hmacKeyedHash } from '../../../functions/platform/keyed-hash.ts';
import { createRuntime } from '../../../functions/platform/runtime.ts';
import { activeUntil, member } from '../api/make.ts';

const messages = { ...account, ...administrators, ...campaign, ...invitation, ...login, ...membership };

const NOW = new Date('2026-03-03T10:00:00Z');
const context = createRuntime(
  () => {},
  () => NOW,
);
const teapot = {
  email: 'teapot@example.org',
  emailVerified: true,
  firstName: 'Utah',
  username: 'utah_teapot',
  uid: '31415926',
};
const payment = { currency: 'HKD', amountMinorUnits: 36_000, paidAt: NOW };
const ending = { end: '2027-01-01', paidUntil: '2028-01-01' };
const sent = {
  id: 'c'.repeat(32),
  subject: 'Call for\r\npapers <b>&amp; posters</b>',
  senderName: 'Stanford Bunny',
  total: 2,
  isScheduled: true,
  sendAt: NOW.toISOString(),
};
const CODE = { code: '12345678' };
const LONG_ADDRESS = `${'long.'.repeat(12)}name@example.org`;

/** One email of each kind, to Utah Teapot; the compiler asks for those that are missing. */
export function everyMail(
  given: Partial<typeof teapot> = {},
): Record<keyof typeof messages, TransactionalMail> {
  const person = { ...teapot, ...given };
  const activePeriods = activeUntil('2027-01-01');
  const moved = { ...person, email: LONG_ADDRESS, username: 'kettle' };
  const edit = { fields: ['First name', 'Affiliation'], reason: 'Asked by email' };
  const receipt = { ...payment, number: 'AG-000130', cancels: 'AG-000123', paidOn: '2026-03-03' };
  const secured = {
    code: CODE,
    loggedInAt: NOW.toISOString(),
    passkeysRemoved: true,
    removedFactor: 'all',
    isAddressTakenBack: true,
  } as const;
  const corrected = {
    transfer: payment,
    isVoid: false,
    receipt: 'AG-000123',
    creditNote: 'AG-000130',
    newReceipt: 'AG-000131',
    activePeriods,
  };
  return {
    welcomeMail: messages.welcomeMail(context, person, CODE),
    verificationMail: messages.verificationMail(context, person, CODE),
    resetCodeMail: messages.resetCodeMail(context, person, CODE),
    passwordChangedMail: messages.passwordChangedMail(context, person, { passkeysRemoved: true }),
    accountSecuredMail: messages.accountSecuredMail(context, person, secured),
    addressTakenBackMail: messages.addressTakenBackMail(context, person),
    addressChangedMail: messages.addressChangedMail(context, person, moved),
    profileEditedMail: messages.profileEditedMail(context, person, edit),
    oldAddressMail: messages.oldAddressMail(context, person, { ...edit, address: LONG_ADDRESS }),
    newAddressMail: messages.newAddressMail(context, person),
    accountDeletedMail: messages.accountDeletedMail(context, person),
    feeReceivedMail: messages.feeReceivedMail(context, person, 'AG-000123', '2027-01-01'),
    overpaymentMail: messages.overpaymentMail(context, { ...person, activeUntil: '2028-01-01' }, payment),
    receiptMail: messages.receiptMail(context, person, receipt),
    transferChangedMail: messages.transferChangedMail(context, person, corrected),
    membershipEndingMail: messages.membershipEndingMail(context, person, { ...ending, hasEnded: false }),
    invitationMail: messages.invitationMail(context, { ...person, activePeriods }, { hasPassword: false }),
    campaignCreatedMail: messages.campaignCreatedMail(context, person, sent),
    secondFactorOnMail: messages.secondFactorOnMail(context, person),
    secondFactorOffMail: messages.secondFactorOffMail(context, person),
    recoveryCodeUsedMail: messages.recoveryCodeUsedMail(context, person, 3),
    recoveryCodesRenewedMail: messages.recoveryCodesRenewedMail(context, person),
    passkeyAddedMail: messages.passkeyAddedMail(context, person),
    passkeyRemovedMail: messages.passkeyRemovedMail(context, person),
    secondFactorResetMail: messages.secondFactorResetMail(context, person),
  };
}

const IMAGES = 'https://www.example.org/mail-images/';

/** The HTML of an email to many members with all that the editor knows, as it is sent. */
export async function sentCampaignHtml(longWord: string): Promise<string> {
  const image = `${IMAGES}${'a'.repeat(64)}.png`;
  const content = sanitizeMessage(
    `<h2>Call for ${longWord}</h2><p>Dear {{firstName|member}}, <s>old</s> 10<sup>th</sup> <a href="https://example.org/${longWord}">https://example.org/${longWord}</a></p>
    <ul><li><p>One</p><ul><li><p>${longWord}</p></li></ul></li></ul><ol start="3"><li><p>Three</p></li></ol>
    <blockquote><p>Quoted</p></blockquote><hr><p><img src="${image}" alt="A teapot" width="900" height="300"></p>
    <table><tbody><tr><th><p>Deadline</p></th><th><p>Registration</p></th><th><p>Conference and venue</p></th><th><p>Fee</p></th></tr>
    <tr><td><p>1 May 2026</p></td><td colspan="2"><p>${longWord}</p></td><td><p>HKD 360</p></td></tr></tbody></table>`,
    IMAGES,
  );
  const keyedHash = hmacKeyedHash('k'.repeat(40));
  const message = { subject: 'Call for papers', ...content };
  const utah = member({ firstName: 'Utah', lastName: 'Teapot', activePeriods: [] });
  return personalizeMessage({ ...context, ...settings, keyedHash }, message, utah, 'sent').html;
}

const settings = {
  siteUrl: 'https://www.example.org',
  contactAddress: 'contact@example.org',
  seat: 'Hong Kong',
};

/** The HTML as it is sent. */
export const sentHtml = (mail: TransactionalMail): string => fillIn(mailHtml(mail), settings);

/** The text as it is sent. */
export const sentText = (mail: TransactionalMail): string => fillIn(mailText(mail), settings);
