/** What the member reads about their membership card. */
export const cardMessages = {
  what: 'Show this card to prove your membership, for example when you register at a conference. Anyone who opens its link or scans its QR code sees your name, the last four digits of your membership ID, your membership and how long it is valid, and nothing else. For 30 days after you change your name, they also see the date of the change.',
  loading: 'Loading your membership card...',
  loadFailed: 'Failed to load your membership card.',
  notMade: 'Failed to create the card link. Please try again.',
  made: 'Membership card created.',
  renewed: 'New link created. The old link no longer works.',
  revoked: 'Membership card deleted. Its link no longer works.',
  notRevoked: 'Failed to delete your membership card. Please try again.',
  copied: 'Link copied.',
  notCopied: 'Your browser blocked copying. Select the link and copy it yourself.',

  renewTitle: 'Replace the card link?',
  renewText: 'The current link and QR code will stop working immediately, including on printed cards.',
  revokeTitle: 'Delete your membership card?',
  revokeText:
    'Its link and QR code will stop working immediately, including on printed cards. You can create a new card at any time.',
} as const;

export const cardStatus = { active: 'Active', expired: 'Expired', registered: 'Not active' } as const;

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

export const createdOn = (issuedAt: string): string => `Created on ${day.format(new Date(issuedAt))}`;
