import type { MembershipType } from '#contract/membership';

/** What membership costs, as content/site.json has it. */
export interface Fees {
  currency: string;
  /** The first year with a fee. */
  since: number;
  perYear: { professional: number; student: number };
}

/** What the Membership Status and Conference History panels say: account area, sections 2, 4, 8 and 9. */
export const membershipMessages = {
  check: 'Check Membership Update (in 1 month)',
  checking: 'Checking your payment...',
  loading: 'Loading your membership...',
  loadFailed: 'Failed to load membership information',
  noRecords: 'No membership records found',

  pay: 'Pay the annual fee',
  instructions:
    'Choose your membership and pay by card. When you have paid, come back to this page and press Confirm.',
  synchronisation:
    'The card payment page opens in a new tab. Synchronisation after payment takes a few minutes. Fees are subject to annual review.',
  verifyFirst: 'Before you can pay, please verify your e-mail address in your',
  noPaymentNow: 'Online payment is not available at the moment.',

  confirmTitle: 'Confirm your payment',
  confirmText:
    'The payment page has opened in a new tab. When the payment is complete, confirm here: we check it and reload your membership.',
  pageNotOpen: 'The page did not open?',
  openAgain: 'Open it here',
  confirmFailed: 'The payment could not be checked. Please try again in a few minutes.',

  cardReceipt: 'Card receipt',
  receiptFailed: 'Failed to open the receipt. Please try again.',

  loadingConferences: 'Loading conferences data...',
  conferencesFailed: 'Failed to load data',
  noConferences: "You haven't attended any conferences yet.",
  none: 'N/A',
} as const;

/** Where a text has more to say than the catalogue's sentence. */
export const httpError = (status: number): string => `HTTP error! status: ${status}`;

export const statusText = {
  registered: 'You are a registered member.',
  active: (type: MembershipType, until: string) => `You are a ${type} until ${until}.`,
  expired: (on: string) => `Your membership expired on ${on}.`,
};

export const nextStep = {
  become: (until: string) => `Pay the annual fee to become an active member until ${until}.`,
  reactivate: (until: string) => `Pay the annual fee to become an active member again, until ${until}.`,
  renew: (until: string) => `Renew by then to stay active until ${until}.`,
  begins: (type: MembershipType, on: string) => `Your time as a ${type} begins on ${on}.`,
  goesOn: (type: MembershipType, until: string) => `After that you are a ${type} until ${until}.`,
  isAhead: (from: string) => `You are a year ahead: there is nothing to pay now. You can renew from ${from}.`,
};

export const validUntil = (date: string): string => `Valid until ${date}`;
