import type { MembershipType, PaymentUnderReview } from '#contract/membership';
import { formatLongDate } from '#shared/hong-kong';
import { formatMoney } from '#shared/money';
import { messages } from './account.ts';
import type { ErrorTable } from './errors.ts';

/** The membership fees of content/site.json. */
export interface Fees {
  currency: string;
  /** The first year with a fee. */
  since: number;
  perYear: { professional: number; student: number };
}

/** The props that the site gives to every page of the user center. */
export interface PageProps {
  fees: Fees;
  /** The association's email address, if it is published. */
  contact: string | undefined;
}

/** Texts of the Membership Status and Conference History panels. */
export const membershipMessages = {
  check: 'Check Membership Update (in 1 month)',
  checking: 'Checking your payment...',
  noRecords: 'No membership records found',

  pay: 'Pay the annual fee',
  renewFor: (fee: string): string => `Renew for ${fee}`,
  validUntil: (date: string): string => `Valid until ${date}`,
  /** For a payment that also covers the running year. */
  restIncluded: (year: number): string => `The rest of ${year} is included.`,
  showCard: 'Show or share your membership card',
  synchronization:
    'The payment page opens in a new tab. Synchronisation after payment takes a few minutes. Fees are reviewed every year.',
  /** Followed by the association's address. */
  noPaymentNow: "Online payment isn't available right now. Try again later, or write to",

  reviewFollows: "Our treasurer will review it and contact you. You don't need to do anything.",
  underReviewText({ paidOn, currency, amountMinorUnits, reason }: PaymentUnderReview): string {
    const payment = `${formatMoney(currency, amountMinorUnits)} on ${formatLongDate(paidOn)}`;
    switch (reason) {
      case 'overpayment':
        return `We received ${payment}. Your membership was already paid, so this payment didn't extend it.`;
      case 'refunded-or-disputed':
        return `Your payment of ${payment} was refunded or disputed.`;
      default:
        return `Your payment of ${payment} couldn't be added to your membership automatically.`;
    }
  },
  /** Followed by the association's address. */
  questions: 'Questions? Write to',

  confirmTitle: 'Confirm your payment',
  confirmText:
    'Pay in the tab that has opened, then come back and select Confirm: we then check the payment at once.',
  pageNotOpen: "Didn't open?",
  openPage: 'Open the payment page',
  looking: 'We look again every few seconds.',
  looksOnReturn: 'We look again when you come back to this page.',
  checkFailed: "We couldn't check your payment. Please try again in a few minutes.",

  /** Each followed by a number. */
  cancelledReceipt: 'Cancelled receipt:',
  creditNote: 'Credit note:',
  cardReceipt: 'Card receipt',
  receiptFailed: 'Failed to open the receipt. Please try again.',

  granted: 'Granted without payment',
  imported: 'From earlier records',

  attended: 'The conferences that you attended. The association adds them after each one.',
  noConferences: "You haven't attended any conferences yet.",
  ourConferences: 'See our conferences',
} as const;

const loadFailed = 'Failed to load membership information';

export const membershipErrors: ErrorTable = {
  fallback: loadFailed,
  serverError: messages.serverError,
  unreachable: `${loadFailed}. ${messages.noReply}`,
  invalidReply: (status) => `${loadFailed} (HTTP status ${status})`,
};

const conferencesFailed = 'Failed to load data';

export const conferenceErrors: ErrorTable = {
  fallback: conferencesFailed,
  unreachable: `${conferencesFailed}. ${messages.noReply}`,
};

export const statusText = {
  registered: "You are registered. You don't have an active membership yet.",
  active: (type: MembershipType, until: string) => `You are a ${type} until ${until}.`,
  expired: (on: string) => `Your membership ended on ${on}.`,
};

export const nextStep = {
  become: (until: string) => `Pay the annual fee to be an active member until ${until}.`,
  reactivate: (until: string) => `Pay the annual fee to be an active member again until ${until}.`,
  renew: (until: string) => `Renew by this date to stay active until ${until}.`,
  starts: (type: MembershipType, on: string) => `Your membership as a ${type} starts on ${on}.`,
  continues: (type: MembershipType, until: string) => `After that, you will be a ${type} until ${until}.`,
  isExtended: (until: string, from: string) =>
    `Your membership is already extended until ${until}. You can renew again from ${from}.`,
  needsNoRenewal: "You don't need to renew your membership.",
};
