/** What the member reads about their proof of membership. */
export const proofMessages = {
  what: 'A card with an address and a QR code that you can show to anyone, such as a conference desk. It says your name, your membership and until when it is valid, as they are when it is opened, and nothing else about you.',
  loading: 'Loading your membership proof...',
  loadFailed: 'Failed to load your membership proof.',
  notMade: 'Failed to make an address. Please try again.',
  made: 'Your membership proof is ready.',
  renewed: 'You have a new address. The old one no longer counts.',
  revoked: 'Your membership proof was revoked. Its address no longer counts.',
  notRevoked: 'Failed to revoke your membership proof. Please try again.',
  copied: 'Link copied.',
  notCopied: 'The browser does not let us copy. Please copy the link by hand.',

  renewTitle: 'Make a new address?',
  renewText: 'The address and QR code that you have shown until now stop counting at once, printed ones too.',
  revokeTitle: 'Revoke your membership proof?',
  revokeText:
    'Its address and QR code stop counting at once, printed ones too. You can make a new proof at any time.',
} as const;

export const proofStatus = { active: 'Active', expired: 'Expired', registered: 'Not paid yet' } as const;

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

export const madeOn = (issuedAt: string): string => `Made on ${day.format(new Date(issuedAt))}.`;
