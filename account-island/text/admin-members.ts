import {
  accessMethodNames,
  memberCategoryNames,
  memberStateNames,
  membershipStatusNames,
} from '#shared/choices';
import { plural } from './format.ts';

/** Texts of Members, imports and payments to review. */
export const adminMessages = {
  loadFailed: 'Failed to load data',
  actionFailed: 'Something went wrong. Please try again.',
  exported: 'Export downloaded',
  reason: 'Reason',
  reasonHint: 'Recorded in the audit log.',
  visibleReasonHint: 'Recorded in the audit log. The member can see it.',

  loadingMembers: 'Loading members',
  loadingMember: 'Loading member',
  noMembers: 'No matching members',
  noRecords: 'None',
  endDateHint: 'Must be 1 January. The membership is valid through that day.',
  amountError: 'Enter an amount in Hong Kong dollars, for example 360 or 360.50.',

  loadingAuditLog: 'Loading audit log',
  noEntries: 'No entries yet',

  loadingPayments: 'Loading payments',
  noPayments: 'No payments to review',
  paymentsIntro:
    "Payments to review: those that couldn't be added to a membership, and those that were refunded or disputed. Mark each one as resolved when you have dealt with it.",
  resolveTitle: 'Mark payment as resolved',
  resolveText:
    'First take action: refund the payment in Stripe, or grant a membership period under Members. Then describe here what you did.',
  resolved: 'Payment resolved.',
} as const;

/** The administrators' names for values of the API. */
export const categories = memberCategoryNames;
export const statuses = membershipStatusNames;
export const states = memberStateNames;
export const types = { professional: 'Professional', student: 'Student' };
export const methods = accessMethodNames;

export const membersTotal = { one: '1 member', other: '{n} members' } as const;

/** The number of browsers in which a member is logged in. */
export function loginSummary(hasPassword: boolean, liveSessions: number): string {
  if (!hasPassword) return 'No password set';
  return liveSessions === 0 ? 'Not logged in' : plural(liveSessions, '1 device', '{n} devices');
}

export type MemberActionKind =
  | 'grant'
  | 'correct'
  | 'void'
  | 'transfer'
  | 'category'
  | 'disable'
  | 'enable'
  | 'add-conference-record'
  | 'remove-conference-record';

/** For each action on a member: the title of its dialog and button, the explanation, and the sentence when it is done. */
export const memberActions: Readonly<
  Record<MemberActionKind, { title: string; text?: string; done: string }>
> = {
  grant: {
    title: 'Grant membership period',
    text: 'Use this for a membership without payment. For a bank transfer, use Record bank transfer.',
    done: 'Membership period granted.',
  },
  correct: {
    title: 'Correct membership period',
    text: 'The corrected period replaces this one. The old one stays visible as voided.',
    done: 'Membership period corrected.',
  },
  void: {
    title: 'Void membership period',
    text: "This period will no longer count. It stays visible in the member's records.",
    done: 'Membership period voided.',
  },
  transfer: { title: 'Record bank transfer', done: 'Bank transfer recorded.' },
  category: { title: 'Change category', done: 'Category changed.' },
  disable: {
    title: 'Disable account',
    text: "The member will be logged out on all devices and can't log in. Membership periods and records are kept.",
    done: 'Account disabled.',
  },
  enable: { title: 'Enable account', done: 'Account enabled.' },
  'add-conference-record': { title: 'Add conference', done: 'Conference added.' },
  'remove-conference-record': { title: 'Remove conference', done: 'Conference removed.' },
};

export const overpaidTransfer =
  "Bank transfer recorded. The member has already paid, so the membership wasn't extended. Review the transfer under Payments.";

/** Why a payment needs a review. */
export const reviewReasons = {
  mode: 'Test payment on the live site, or live payment on a test site',
  link: 'Paid through an unknown payment page',
  currency: 'Not paid in Hong Kong dollars',
  amount: "Amount doesn't match the fee",
  'refunded-or-disputed': 'Refunded or disputed: review the membership',
  unmatched: 'No matching member',
  overpayment: 'Already paid for this period: refund the payment',
};
export const paymentOutcomes: Readonly<Record<string, string>> = {
  ...reviewReasons,
  fulfilled: 'Added to membership',
};
