import type { changeMember, MemberDetails } from '#contract/admin-members';
import type { RequestOf } from '#contract/endpoint';
import type { ChangeMembersReply } from '#contract/member-lists';
import type { PaymentForReview } from '#contract/payments';
import {
  accessMethodNames,
  memberCategoryNames,
  memberStateNames,
  membershipStatusNames,
  reviewReasonNames,
} from '#shared/choices';
import { formatLongDate } from '#shared/hong-kong';
import { joinPeriods, membershipOn } from '#shared/membership-periods';
import { CURRENCY, formatMoney } from '#shared/money';
import { plural } from './format.ts';

export type Transfer = Extract<
  RequestOf<typeof changeMember>,
  { action: 'record-bank-transfer' | 'correct-bank-transfer' }
>;
type Payment = MemberDetails['payments'][number];

/** Texts of Members, imports and payments to review. */
export const adminMessages = {
  back: 'Back to Members',
  actionFailed: 'Something went wrong. Please try again.',
  exported: 'Export downloaded',
  exportTitle: 'Export members',
  exportText:
    'A CSV file of all members who match the filters of the list. The export is recorded in the audit log.',
  exportSelectedText: 'A CSV file of the selected members. The export is recorded in the audit log.',
  export: 'Export as CSV',
  exporting: 'Exporting...',
  exportedMembers: (members: number, fileName: string): string =>
    `${plural(members, '1 member', '{n} members')} exported to ${fileName}.`,
  columns: 'Columns',
  activeOn: 'Active on',
  activeOnHint:
    "For a voting roll: only members whose membership covered this day, with its type, end and status on that day. Of the list's filters, Membership type and Valid until are about that day too, and Status isn't applied.",
  reason: 'Reason',
  reasonHint: 'Recorded in the audit log.',
  visibleReasonHint: 'Recorded in the audit log. The member can see it.',
  deletionReasonHint: 'Recorded in the audit log and sent to the member.',

  saveSegment: 'Save segment',
  saveSegmentText:
    'Saves the filters of this list, also for Send Email and for other administrators. A segment of the same name is replaced.',
  segmentName: 'Name',
  segmentHint: 'For example: Students until 2027',
  segmentSaved: (name: string): string => `Segment "${name}" saved.`,
  removeSegment: 'Remove segment',
  removeSegmentText: (name: string): string =>
    `"${name}" will no longer be offered here and in Send Email. Its members stay as they are.`,
  segmentRemoved: (name: string): string => `Segment "${name}" removed.`,

  addMember: 'Add member',
  addMemberText: 'The account has no password. The member sets the first one with "Forgot password".',
  addAddressHint: 'Codes and notices are sent there.',
  moreAboutMember: 'Title, gender, degree, address and more',
  addUsernameHint: 'If you leave it empty, the part of the email address before the @ is used.',
  addressIsGood:
    'The email address is known to work, so it counts as verified. Give as the reason how you know.',
  sendInvitation: 'Send an invitation with username, membership ID and how to set a password',
  addedMember: (name: string, isInvited: boolean): string =>
    `${name} was added.${isInvited ? ' We are sending the invitation.' : ''}`,
  openMember: 'Open the member',
  knownMember: 'Another member already has this.',

  noMembers: 'No matching members',
  selectionText: (count: number): string => plural(count, 'For 1 member.', 'For {n} members.'),
  /** What an action on a selection did, with the names of those whom it failed for. */
  changedSelection(
    { changed, unchanged, failed }: ChangeMembersReply,
    nameOf: (uid: string) => string,
  ): string {
    const sentences = [plural(changed.length, '1 member changed.', '{n} members changed.')];
    if (unchanged.length > 0)
      sentences.push(plural(unchanged.length, '1 needed no change.', '{n} needed no change.'));
    const notChanged = failed.map(({ uid, message }) => `${nameOf(uid)} (${message})`);
    if (failed.length > 0) sentences.push(`Not changed: ${notChanged.join(', ')}`);
    return sentences.join(' ');
  },
  noRecords: 'None',
  /** The status with the last day of the membership, if there is one. */
  describeMembership(terms: MemberDetails['terms'], today: string): string {
    const { status, until } = membershipOn(joinPeriods(terms), today);
    if (until === '') return statuses[status];
    const day = formatLongDate(until);
    return status === 'expired' ? `Ended on ${day}` : `${statuses[status]} until ${day}`;
  },
  /** The number of browsers in which a member is logged in. */
  loginSummary(hasPassword: boolean, liveSessions: number): string {
    if (!hasPassword) return 'No password set';
    return liveSessions === 0 ? 'Not logged in' : plural(liveSessions, '1 device', '{n} devices');
  },
  endDateHint: 'Must be 1 January. The membership is valid through that day.',
  describeTerm: ({ type, endDate }: { type: keyof typeof types; endDate: string }): string =>
    `${types[type]} membership until ${formatLongDate(endDate)}`,
  memberChanged: 'Someone else has just changed this member. Check your entries, then try again.',
  goBackAndCheck:
    'Someone else has just changed this member. Go back and check your entries, then try again.',
  saveChanges: 'Save changes',
  nothingChanged: 'Nothing was changed.',
  editAddressHint:
    'A new address is not verified, and the member will be logged out on all devices. We will send a notice to both addresses.',
  transferTitle: 'Is this right?',
  describeTransfer: ({ type, amountMinorUnits, date, reference }: Transfer): string =>
    `${hkd(amountMinorUnits)} for a ${types[type]} membership, received on ${formatLongDate(date)}. Bank reference: ${reference}`,
  describePayment: ({ bankReference = '', currency, amountMinorUnits, paidAt }: Payment): string =>
    `${formatMoney(currency, amountMinorUnits)} on ${formatLongDate(paidAt)}, bank reference ${bankReference}`,
  recordTransfer: 'Record transfer',
  whoseTransfer: 'Whose transfer is it?',
  correctTransferTitle: 'Correct bank transfer',
  transferCorrected: 'Bank transfer corrected.',
  correctTransferText:
    'The corrected transfer replaces this one. A credit note cancels the old receipt, and the member gets a new receipt and an email.',
  amountError: 'Enter an amount in Hong Kong dollars, for example 360 or 360.50.',
  wrongFee: (amountMinorUnits: number, feeMinorUnits: number): string =>
    `${hkd(amountMinorUnits)} isn't the fee, which is ${hkd(feeMinorUnits)}. Record it only if the amount is right.`,
  /** `validUntil` is absent for a member who is already paid a year ahead. */
  transferEffect: (validUntil: string | undefined): string =>
    validUntil === undefined
      ? "The member has already paid a year ahead. The transfer won't extend the membership, and you will find it under Payments."
      : `The membership will be valid until ${formatLongDate(validUntil)}. The member gets a receipt for the amount and an email.`,
  /** What is said of a transfer that was recorded or corrected. */
  transferDone(action: Transfer['action'], validUntil: string | undefined): string {
    const done =
      action === 'record-bank-transfer' ? memberActions[action].done : adminMessages.transferCorrected;
    return validUntil === undefined
      ? `${done} The member has already paid a year ahead, so the membership wasn't extended. Review the transfer under Payments.`
      : `${done} The membership is valid until ${formatLongDate(validUntil)}.`;
  },

  typeUsername: (username: string) => `To confirm, type the username: ${username}`,
  wrongUsername: "This isn't the member's username.",
  deletedMember: (username: string): string => `The account ${username} was deleted.`,

  emailsIntro:
    "Emails to members are listed for 13 months, codes and notices for 180 days. What a code or notice says isn't shown.",
  noticesNotListed: "Notices about other administrators' emails to members aren't listed.",
  noEmails: 'No emails yet',

  noPayments: 'No payments to review',
  paymentsIntro:
    "Payments to review: those that couldn't be added to a membership, and those that were refunded or disputed. Mark each one as resolved when you have dealt with it.",
  resolveTitle: 'Mark payment as resolved',
  /** What to do with a payment before it is marked as resolved. */
  resolveText({ about, bankReference }: Pick<PaymentForReview, 'about' | 'bankReference'>): string {
    if (about && about.username === undefined)
      return "The member's account has been deleted, so no membership period can be granted. If the money goes back, send it back first. Then describe here what you did.";
    return bankReference === undefined
      ? 'First take action: refund the payment in Stripe, or grant a membership period under Members. Then describe here what you did.'
      : 'Grant a membership period under Members, then describe here what you did. If you send the money back, void the transfer under Members instead and choose Sent back to the payer: the amount is subtracted today, and the payment leaves this list.';
  },
  resolved: 'Payment resolved.',
  receiptSent: (number: string): string => `${number} sent to the member.`,
} as const;

/** The administrators' names for values of the API. */
export const categories = memberCategoryNames;
export const statuses = membershipStatusNames;
export const states = memberStateNames;

export const types = { professional: 'Professional', student: 'Student' };
export const methods = accessMethodNames;
export const reviewReasons = reviewReasonNames;

export const membersTotal = { one: '1 member', other: '{n} members' } as const;

/** Why a bank transfer is voided, which decides where "All payments" has it. */
export const voidCauses = {
  false: 'Recorded by mistake (the amount is removed from the month of the transfer)',
  true: 'Sent back to the payer (the amount is subtracted today)',
};

/** The actions on a member, by their names in the contract: the title of the dialog, what it explains, and what is said afterwards. */
export const memberActions = {
  'grant-term': {
    title: 'Grant membership period',
    text: 'Use this for a membership without payment. For a bank transfer, use Record bank transfer.',
    done: 'Membership period granted.',
  },
  'correct-term': {
    title: 'Correct membership period',
    text: 'The corrected period replaces this one. The old one stays visible as voided.',
    done: 'Membership period corrected.',
  },
  'void-term': {
    title: 'Void membership period',
    text: "This period will no longer count. It stays visible in the member's records. Its payment and receipt stay too: if a bank transfer was recorded by mistake, void the transfer under Payments instead.",
    done: 'Membership period voided.',
  },
  'record-bank-transfer': {
    title: 'Record bank transfer',
    text: 'The member gets a receipt and an email. A reason is asked for only if the amount is not the fee.',
    done: 'Bank transfer recorded.',
  },
  edit: {
    title: 'Edit profile',
    text: 'We will send the member an email with your reason.',
    done: 'Profile changed. The member gets an email about it.',
  },
  'verify-email': {
    title: 'Mark email as verified',
    text: 'Do this if you know that the address is right, for example because the member wrote to you from it.',
    done: 'Email marked as verified.',
  },
  invite: {
    title: 'Send invitation',
    text: 'We will send the member an invitation. It says how to set a first password.',
    done: 'Invitation sent.',
  },
  delete: {
    title: 'Delete account',
    text: "Do this if the member asked for it. Profile, membership periods, conferences and the list of emails are deleted; payment records stay, without the name. You can't undo this. We will send the member an email with your reason.",
    done: 'Account deleted.',
  },
  'void-bank-transfer': {
    title: 'Void bank transfer',
    text: "If the transfer has a membership period and a receipt, the period will no longer count and a credit note cancels the receipt. The transfer's bank reference can be recorded again. The member gets an email.",
    done: 'Bank transfer voided.',
  },
  'set-category': { title: 'Change category', text: '', done: 'Category changed.' },
  disable: {
    title: 'Disable account',
    text: "The member will be logged out on all devices and can't log in. Membership periods and records are kept.",
    done: 'Account disabled.',
  },
  enable: { title: 'Enable account', text: '', done: 'Account enabled.' },
  'add-conference-record': { title: 'Add conference', text: '', done: 'Conference added.' },
  'remove-conference-record': { title: 'Remove conference', text: '', done: 'Conference removed.' },
} as const;
export type MemberActionKind = keyof typeof memberActions;

const hkd = (minorUnits: number): string => formatMoney(CURRENCY, minorUnits);

export const emailKinds = { campaign: 'Email to members', transactional: 'Code or notice' } as const;
