/** What the User Profile panel says: account area, section 8, where the specification has a sentence. */
export const profileMessages = {
  profileIncomplete: 'Please complete your personal information',
  profileSaved: 'Profile updated successfully!',
  updateFailed: 'Update failed',
  uidHint: 'Given by the association; it does not change.',
  identityHint: 'To change it, log in again first if your last login is over 15 minutes ago.',
  addressHint:
    'To change it, log in again first if your last login is over 15 minutes ago. We tell the old address, send the new one a code and log out your other devices.',
  notGiven: 'Not given',

  loadingChoice: 'Loading what mail you get...',
  choiceNotLoaded: 'Failed to load what mail you get.',
  choiceNotSaved: 'Failed to save your choice. Please try again.',
  announcementsCome: 'You get announcements: calls, news and invitations to many members.',
  announcementsStopped: 'You get no announcements: no calls, news and invitations to many members.',
  serviceMailComes: 'Codes, receipts and notices about your account always come.',
  'suppressed-bounced':
    'Mail to your address came back, so that announcements to it are held. Check your address, or write to us.',
  'suppressed-complained':
    'Mail to your address was reported as spam, so that announcements to it are held. Write to us to get them again.',

  verifyFirst:
    'Your e-mail address is not verified yet. Enter the code that we sent to it; it counts for 24 hours.',
  verified: 'Your e-mail address is verified.',
  verificationSent: 'A new code was sent. Earlier ones no longer count.',
} as const;
