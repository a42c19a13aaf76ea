import { formatLongDate } from '#shared/hong-kong';

/** Texts of the membership card. */
export const cardMessages = {
  what: 'Show or share your membership card to prove your membership, for example when you register at a conference. Anyone who opens its link or scans its QR code sees your name, the last four digits of your membership ID, your membership and how long it is valid, and nothing else. For 30 days after you change your name, they also see the date of the change.',
  loadFailed: 'Failed to load your membership card.',
  create: 'Create card link',
  createdOn: (issuedAt: string): string => `Created on ${formatLongDate(issuedAt)}`,
  notChanged: 'Failed to change your membership card. Please try again.',
  done: {
    create: 'Card link created.',
    replace: 'New link created. The old link no longer works.',
    remove: 'Membership card deleted. Its link no longer works.',
  },
  copied: 'Link copied.',
  notCopied: 'Your browser blocked copying. Select the link and copy it yourself.',

  openOnPhone: 'Open as a page of its own',
  onPhone:
    'To have the card at hand on your phone, open it as a page of its own and bookmark that page. It needs a connection.',
  printHint: 'To save the card as a PDF, choose Print and then the printer that saves as PDF.',

  noCard:
    "This link doesn't contain a membership card. Open yours in the User Center, under Membership Status.",
  goToMembership: 'Go to Membership Status.',
  invalid: 'This card is no longer valid. You may have replaced or deleted it.',
  lastChecked: "We couldn't check the card now. It is shown as it was when it was last checked.",
  /** `at` is a time in Hong Kong. */
  checkedAtText: (at: string): string => `Checked on ${at} (Hong Kong time).`,
  checkFailed: "We couldn't check this card. Please try again in a moment.",

  replace: {
    title: 'Replace the card link?',
    text: 'The current link and QR code will stop working immediately, including on printed cards.',
    label: 'Replace link',
  },
  remove: {
    title: 'Delete your membership card?',
    text: 'Its link and QR code will stop working immediately, including on printed cards. You can create a new card at any time.',
    label: 'Delete card',
  },
} as const;

export const cardStatus = { active: 'Active', expired: 'Expired', registered: 'Not active' } as const;
