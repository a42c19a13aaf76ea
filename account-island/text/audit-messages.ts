import { categories, importKinds, setAsideReasons, states, statuses, types } from './desk-messages.ts';

/** What was done, in words for the desk and for the member whom it was done to. */
export const auditActions: Readonly<Record<string, string>> = {
  'grant-admin': 'Made an administrator',
  'revoke-admin': 'No longer an administrator',
  disable: 'Account disabled',
  enable: 'Account enabled',
  'verify-email': 'Email address taken as verified',
  'set-category': 'Category set',
  'grant-term': 'Term granted',
  'correct-term': 'Term corrected',
  'void-term': 'Term voided',
  'record-bank-transfer': 'Bank transfer recorded',
  'list-payments': "Treasurer's list looked at",
  'settle-payment': 'Payment settled',
  'add-conference': 'Conference added',
  'remove-conference': 'Conference removed',
  'list-users': 'Recipients looked up',
  'search-members': 'Members looked up',
  'view-member': 'Data looked at',
  'export-members': 'Members exported',
  'check-import': 'Import checked',
  'start-import': 'Import begun',
  'set-aside-import': 'Import set aside',
  'import-member': 'Account made by an import',
  'import-attendance': 'Conference added by an import',
  'send-mail': 'Mail sent',
  'cancel-mail': 'Mail cancelled',
  'resend-mail': 'Mail sent again',
  'resume-mail': 'Mail resumed',
  'lift-suppression': 'Address released for mail',
};

/** Names of what an entry tells, in the order in which it is told. */
export const auditFields: Readonly<Record<string, string>> = {
  type: 'Type',
  startDate: 'Start',
  endDate: 'End',
  category: 'Category',
  amount: 'Amount in HKD',
  date: 'Date',
  reference: "The bank's reference",
  name: 'Conference',
  conference: 'Conference',
  venue: 'Venue',
  typeBefore: 'Type before',
  startDateBefore: 'Start before',
  endDateBefore: 'End before',
  categoryBefore: 'Category before',
  payment: 'Payment',
  why: 'Why it waited',
  kind: 'List of',
  file: 'File',
  lines: 'Lines',
  problems: 'To put right',
  applied: 'Applied',
  search: 'Search',
  status: 'Status',
  state: 'Account',
  page: 'Page',
  limit: 'Of a length of',
  found: 'Found',
  total: 'Found',
  subject: 'Subject',
  recipients: 'Recipients',
  leaves: 'Leaves',
  mail: 'Mail',
  address: 'Address',
};

/** Words for values that are none; any other value says itself. */
export const auditValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  type: types,
  typeBefore: types,
  category: categories,
  categoryBefore: categories,
  status: { ...statuses, inactive: 'Inactive', all: 'All' },
  state: states,
  kind: importKinds,
  why: setAsideReasons,
};

/** Who did it, where no username says so. */
export const auditAuthors: Readonly<Record<string, string>> = {
  administrator: 'an administrator',
  operator: 'the operator',
};
