/** What the members desk says. */
export const deskMessages = {
  loadingMembers: 'Loading members',
  loadingMember: 'Loading the member',
  loadingLog: 'Loading the log',
  loadFailed: 'Failed to load data',
  nobodyFits: 'No member fits.',
  noEntries: 'Nothing is written down.',
  noRecords: 'None.',
  reasonHint: 'Goes into the audit log; the member can read it.',
  innerReasonHint: 'Goes into the audit log.',
  endHint: 'A 1 January: the membership is valid through that day.',
  fileHint: 'CSV in UTF-8, with commas, semicolons or tabs; up to 10,000 lines.',
  amount: 'is a sum in Hong Kong dollars, such as 360 or 360.50',
  notDone: 'That did not work. Please try again.',
  overpayment:
    "Recorded. The member is a year ahead, so it extends nothing: it waits on the treasurer's list.",
  done: 'Done.',
  notUtf8: 'The file is not UTF-8. Save it as "CSV UTF-8" and choose it again.',
  tooLarge: 'The file is too large: an import takes 10,000 lines.',
  nothingWritten: 'Nothing is written yet.',
  nothingToApply: 'There is nothing to apply.',
  importBroke: 'The import stopped on the way. Nothing is lost: it goes on where it stopped.',
  importSetAside: 'This import was set aside. What was applied stays.',
  setAsideText: 'What is applied stays; the rest is not. The same file can be imported again later.',
  loadingImports: 'Loading imports',
  noImports: 'No list was imported yet.',
  settleText:
    'Put it right first: a refund at Stripe, a term in the members desk. Then say here what was done about it.',
  loadingPayments: 'Loading payments',
  noPayments: 'There is no payment to look at.',
  paymentsLead:
    'Payments that did not become a membership, and those that were given back. Each waits here until somebody says what was done.',
  noMail: 'Nobody is mailed. New members set a password by "Forget password" on the login page.',
};

export const categories = {
  ordinary: 'Ordinary',
  'institutional-contact': 'Institutional contact',
  fellow: 'Fellow',
  student: 'Student',
  honorary: 'Honorary',
};
export const statuses = { registered: 'Registered', active: 'Active', expired: 'Expired' };
export const states = { active: 'Enabled', disabled: 'Disabled' };
export const types = { professional: 'Professional', student: 'Student' };
export const methods = {
  'online-payment': 'Online payment',
  'bank-transfer': 'Bank transfer',
  granted: 'Granted',
  imported: 'Imported',
};
export const importKinds = { members: 'Members', attendance: 'Attendance of conferences' };
/** Why a payment waits for a person. */
export const setAsideReasons = {
  mode: 'Test money, or real money on a trial stage',
  link: 'Paid on a page that is not ours',
  currency: 'Not in Hong Kong dollars',
  amount: 'Not the fee of its page',
  'refunded-or-disputed': 'Refunded or disputed: decide on the membership',
  unmatched: 'Names no member',
  overpayment: 'The member is a year ahead: refund it',
};
/** What became of a payment. */
export const outcomes: Readonly<Record<string, string>> = {
  ...setAsideReasons,
  fulfilled: 'Became a term',
};
