import { errorMessages } from '#shared/errors';

/** What the Send Email panel says; the first two are the specification's: account area, section 8. */
export const mailingMessages = {
  usersFailed: 'Failed to load users. Please check your connection and try again.',
  notSent: errorMessages['campaign-content'],

  loadingDraft: 'Loading your draft...',
  draftFailed: 'Failed to load your draft.',
  draftNotSaved: 'Failed to save the draft. Please try again.',
  draftNotDiscarded: 'Failed to discard the draft. Please try again.',
  notSavedYet: 'This is what you were writing. It is not saved as a draft.',
  discardUnsaved: 'Discard what you wrote?',
  discardTitle: 'Discard the draft?',
  discardText: 'What was saved and what stands in the form are gone for good.',
  filesNotKept: 'A draft keeps no files. Attach them again:',

  loadingUsers: 'Loading members',
  nobodyFits: 'No member fits.',
  nobodyChosen: 'Nobody is chosen yet.',
  tooMany: 'One email goes to 10,000 members at most.',

  filesHint:
    'PDF, PNG, JPG, DOCX, XLSX, PPTX, TXT, CSV or ICS; up to 5 files, 3 MB each and 3.6 MB together.',
  fieldsHint:
    'Each member reads their own. The words after the bar serve those who have none; the subject takes them too.',
  linkDeps: 'is not an address that begins with https://, http:// or mailto:',
  chooseRecipients: 'Choose at least one recipient',
  subjectRule: 'is not one line of up to 200 characters',
  contentRule: 'is empty or longer than 256 KB',
  scheduleRule: 'is not between one minute and one year from now',
  recipientsRule: 'Some recipients cannot be written to',
  testOnItsWay: 'A test is on its way to you.',
  linkInstead: 'That is much mail: a link to the files, in place of the files, makes it small.',
  refusesList: 'These are no addresses of members with an enabled account, and must be left out:',
} as const;

/** Why an address gets no copy. */
export const reasons = {
  'not-a-member': 'no member’s address',
  disabled: 'account disabled',
  unsubscribed: 'unsubscribed from announcements',
  unverified: 'address not verified',
  suppressed: 'held: mail came back or was reported',
} as const;

/** Merge fields as they are inserted, by what their buttons say. */
export const mergeFields = {
  'First name': '{{firstName|member}}',
  'Valid until': '{{validUntil|not valid now}}',
  'Renew link': '{{renewLink|nothing to pay now}}',
} as const;
