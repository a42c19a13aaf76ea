import type { AuditEntry } from '#contract/audit';
import { categories, importKinds, setAsideReasons, states, statuses, types } from './admin-members.ts';
import { browserName } from './browser-name.ts';
import { formatDay } from './dates.ts';

/** What was done, in words for the desk and for the member whom it was done to. */
export const auditActions: Readonly<Record<string, string>> = {
  'sign-in': 'Logged in',
  'change-password': 'Changed password and logged out on all devices',
  'request-password-reset': 'Requested an authentication code to reset the password',
  'reset-password': 'Reset password and logged out on all devices',
  'change-email': 'Changed email address and logged out on all other devices',
  'change-username': 'Changed username',
  'end-session': 'Logged out on another device',
  'end-other-sessions': 'Logged out on all other devices',
  'export-own-data': 'Downloaded own data',
  'delete-account': 'Deleted account',
  'grant-admin': 'Made an administrator',
  'revoke-admin': 'No longer an administrator',
  'disable-account': 'Account disabled',
  'enable-account': 'Account enabled',
  'mark-email-verified': 'Email address taken as verified',
  'set-up-second-factor': 'Two-step verification turned on',
  'remove-second-factor': 'Two-step verification turned off',
  'use-recovery-code': 'Recovery code used',
  'renew-recovery-codes': 'New recovery codes created',
  'reset-second-factor': 'Two-step verification reset',
  'set-category': 'Category set',
  'grant-term': 'Term granted',
  'correct-term': 'Term corrected',
  'void-term': 'Term voided',
  'record-bank-transfer': 'Bank transfer recorded',
  'view-payments-for-review': "Treasurer's list looked at",
  'resolve-payment': 'Payment settled',
  'add-conference-record': 'Conference added',
  'remove-conference-record': 'Conference removed',
  'search-recipients': 'Recipients looked up',
  'search-members': 'Members looked up',
  'view-member': 'Data looked at',
  'export-members': 'Members exported',
  'check-import': 'Import checked',
  'start-import': 'Import begun',
  'cancel-import': 'Import set aside',
  'import-member': 'Account made by an import',
  'import-attendance': 'Conference added by an import',
  'create-campaign': 'Mail sent',
  'cancel-campaign': 'Mail cancelled',
  'pause-campaign': 'Mail held',
  'resend-campaign': 'Mail sent again',
  'resume-campaign': 'Mail resumed',
  'export-deliveries': 'Copies of a mail exported',
  'unsuppress-address': 'Address released for mail',
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
  rows: 'Lines',
  errors: 'To put right',
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
  copies: 'Copies',
  recoveryCodesLeft: 'Recovery codes left',
  address: 'Address',
  emailBefore: 'Previous email address',
  email: 'Email address',
  devices: 'Devices',
  device: 'Logged out device',
  network: 'Network',
  browser: 'Device',
};

/** Words for values that are none; any other value says itself. */
const auditValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  type: types,
  typeBefore: types,
  category: categories,
  categoryBefore: categories,
  status: { ...statuses, inactive: 'Inactive', all: 'All' },
  state: states,
  kind: importKinds,
  why: setAsideReasons,
  network: { unknown: 'Unknown' },
};

/** Who did it, where no username says so. */
const auditAuthors: Readonly<Record<string, string>> = {
  administrator: 'an administrator',
  operator: 'the operator',
  member: 'the member',
  anonymous: 'someone who was not logged in',
};

/** The same, to the member themselves. */
export const ownAuthor = 'you';

const ORDER = Object.keys(auditFields);
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(text);

/** What an entry tells, as a person reads it; what is empty is left out. */
export const describeDetails = ({
  details,
}: Pick<AuditEntry, 'details'>): { name: string; value: string }[] =>
  Object.entries(details)
    .filter(([, value]) => value !== '')
    .sort(([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other))
    .map(([name, value]) => ({
      name: auditFields[name] ?? name,
      value: wordsOf(name, value),
    }));

function wordsOf(name: string, value: string): string {
  if (name === 'browser' || name === 'device') return browserName(value);
  return auditValues[name]?.[value] ?? (isDay(value) ? formatDay(value) : value);
}

export const describeAuthor = ({
  by,
  administrator,
}: {
  by: string;
  administrator?: string | undefined;
}): string => administrator ?? auditAuthors[by] ?? by;
