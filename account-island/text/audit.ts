import type { AuditEntry } from '#contract/audit';
import type { AuditAction, AuditField } from '#shared/audit-choices';
import { formatLongDate } from '#shared/hong-kong';
import { categories, reviewReasons, states, statuses, types } from './admin-members.ts';
import { browserName } from './browser-name.ts';
import { formatInHongKong } from './dates.ts';
import { GENDER_TEXTS, profileLabels } from './profile.ts';

export const importKinds = { members: 'Members', attendance: 'Conference attendance' };

export const existingMemberRules = {
  skip: 'Leave unchanged',
  fill: 'Fill in empty fields',
  update: 'Replace fields',
};

/** Names of actions, for administrators and for the member concerned. */
export const auditActions: Readonly<Record<string, string>> = {
  'sign-in': 'Logged in',
  'change-password': 'Changed password and logged out on all devices',
  'request-password-reset': 'Requested an authentication code to reset the password',
  'reset-password': 'Reset password and logged out on all devices',
  'change-email': 'Changed email address and logged out on all other devices',
  'change-username': 'Changed username',
  'report-sign-in': 'Reported a login, logged out on all devices and removed the password',
  'end-session': 'Logged out on another device',
  'end-other-sessions': 'Logged out on all other devices',
  'export-own-data': 'Downloaded own data',
  'delete-account': 'Deleted account',
  'grant-admin': 'Granted administrator rights',
  'revoke-admin': 'Removed administrator rights',
  'disable-account': 'Disabled account',
  'enable-account': 'Enabled account',
  'add-member': 'Added member',
  'edit-member': 'Changed profile',
  'mark-email-verified': 'Marked email as verified',
  'set-up-second-factor': 'Turned on two-step verification',
  'remove-second-factor': 'Turned off two-step verification',
  'use-recovery-code': 'Used recovery code',
  'add-passkey': 'Added passkey',
  'remove-passkey': 'Removed passkey',
  'renew-recovery-codes': 'Created new recovery codes',
  'reset-second-factor': 'Reset two-step verification',
  'set-category': 'Changed category',
  'grant-term': 'Granted membership period',
  'correct-term': 'Corrected membership period',
  'void-term': 'Voided membership period',
  'record-bank-transfer': 'Recorded bank transfer',
  'correct-bank-transfer': 'Corrected bank transfer',
  'void-bank-transfer': 'Voided bank transfer',
  'open-receipt': 'Opened receipt',
  'send-receipt': 'Sent receipt again',
  'view-payments-for-review': 'Viewed payments to review',
  'view-ledger': 'Viewed payments',
  'export-ledger': 'Exported payments',
  'resolve-payment': 'Resolved payment',
  'add-conference-record': 'Added conference',
  'remove-conference-record': 'Removed conference',
  'add-note': 'Added note',
  'delete-note': 'Deleted note',
  'search-recipients': 'Searched recipients',
  'search-members': 'Searched members',
  'view-member': 'Viewed member',
  'export-members': 'Exported members',
  'save-segment': 'Saved segment',
  'remove-segment': 'Removed segment',
  'export-everything': 'Exported all data',
  'check-import': 'Checked import file',
  'start-import': 'Started import',
  'cancel-import': 'Cancelled import',
  'import-member': 'Created account by import',
  'import-changes': 'Changed account by import',
  'import-attendance': 'Added conference by import',
  'send-invitations': 'Sent invitations',
  'invite-member': 'Sent invitation',
  'create-campaign': 'Created email',
  'send-test-campaign': 'Sent test email',
  'cancel-campaign': 'Cancelled email',
  'pause-campaign': 'Paused email',
  'resend-campaign': 'Resent email',
  'resume-campaign': 'Resumed email',
  'archive-campaign': 'Archived email',
  'unarchive-campaign': 'Unarchived email',
  'save-template': 'Saved template',
  'rename-template': 'Renamed template',
  'remove-template': 'Deleted template',
  'view-deliveries': 'Viewed recipients of an email',
  'export-deliveries': 'Exported recipients of an email',
  'suppress-address': 'Blocked address',
  'unsuppress-address': 'Unblocked address',
  'send-queued-mail': 'Sent waiting email',
  'discard-queued-mail': 'Discarded waiting email',
} satisfies Record<AuditAction, string>;

const { dob, ...profileFields } = profileLabels;
/** Of a changed profile: the value before each new value. */
const changedProfileFields = Object.fromEntries(
  Object.entries({ ...profileFields, dateOfBirth: dob }).flatMap(([name, label]) => [
    [`${name}Before`, `Previous ${label.toLowerCase()}`],
    [name, label],
  ]),
);

/** Names of an entry's details, in the order in which they are shown: what was before, then what is now. */
const auditFields: Readonly<Record<string, string>> = {
  ...changedProfileFields,
  typeBefore: 'Previous type',
  type: 'Type',
  startDateBefore: 'Previous start date',
  startDate: 'Start date',
  endDateBefore: 'Previous end date',
  endDate: 'End date',
  categoryBefore: 'Previous category',
  category: 'Category',
  amountBefore: 'Previous amount (HKD)',
  amount: 'Amount (HKD)',
  dateBefore: 'Previous date',
  date: 'Date',
  referenceBefore: 'Previous bank reference',
  reference: 'Bank reference',
  nameBefore: 'Previous name',
  name: 'Conference',
  conference: 'Conference',
  venue: 'Venue',
  receipt: 'Receipt',
  creditNote: 'Credit note',
  payment: 'Payment',
  reviewReason: 'Reason for review',
  kind: 'Type of import',
  file: 'File',
  rows: 'Rows',
  errors: 'Need correction',
  applied: 'Imported',
  invited: 'Invited',
  existing: 'Members who already exist',
  fields: 'Fields',
  membership: 'Membership',
  verified: 'Email verified',
  search: 'Search',
  status: 'Status',
  state: 'Account',
  activeUntil: 'Valid until',
  activeOn: 'Active on',
  columns: 'Columns',
  selected: 'Selected',
  segment: 'Segment',
  period: 'Year',
  format: 'Format',
  page: 'Page',
  limit: 'Results per page',
  found: 'Results',
  total: 'Results',
  subject: 'Subject',
  recipients: 'Recipients',
  sendAt: 'Send time',
  replyTo: 'Replies go to',
  template: 'Template',
  campaign: 'Email ID',
  deliveries: 'Recipients',
  recoveryCodesLeft: 'Recovery codes left',
  address: 'Address',
  emailBefore: 'Previous email address',
  email: 'Email address',
  devices: 'Devices',
  device: 'Logged out device',
  network: 'Network',
  browser: 'Device',
  loggedInAt: 'Login',
  method: 'Logged in with',
} satisfies Record<AuditField, string>;

/** Texts for values that are codes; other values are shown unchanged. */
const auditValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  type: types,
  typeBefore: types,
  category: categories,
  categoryBefore: categories,
  gender: GENDER_TEXTS,
  genderBefore: GENDER_TEXTS,
  status: { ...statuses, inactive: 'Inactive', all: 'All' },
  state: states,
  kind: importKinds,
  existing: existingMemberRules,
  verified: { yes: 'Yes' },
  invited: { yes: 'Yes' },
  reviewReason: reviewReasons,
  network: { unknown: 'Unknown' },
  method: { passkey: 'Passkey' },
};

/** The actor if no username is known. */
const auditAuthors: Readonly<Record<string, string>> = {
  administrator: 'an administrator',
  operator: 'the system operator',
  member: 'the member',
  anonymous: 'someone who was not logged in',
};

/** The role whose name the log shows, such as `operator` for "the system operator"; any other text as it is. */
export const parseAuthor = (author: string): string =>
  Object.keys(auditAuthors).find((role) => auditAuthors[role] === author.toLowerCase()) ?? author;

/** The actor of an entry on the member's own page, if it is the member. */
export const ownAuthor = 'you';

const ORDER = Object.keys(auditFields);
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** Days and instants in words; other texts unchanged. */
const dateText = (text: string): string =>
  DAY.test(text) ? formatLongDate(text) : INSTANT.test(text) ? formatInHongKong(text) : text;

/** The details of an entry with their names; empty ones are left out. */
export const describeDetails = ({
  details,
}: Pick<AuditEntry, 'details'>): { name: string; value: string }[] =>
  Object.entries(details)
    .filter(([, value]) => value !== '')
    .sort(([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other))
    .map(([name, value]) => ({
      name: auditFields[name] ?? name,
      value: valueText(name, value),
    }));

function valueText(name: string, value: string): string {
  if (name === 'browser' || name === 'device') return browserName(value);
  return auditValues[name]?.[value] ?? dateText(value);
}

export const describeAuthor = ({
  by,
  administrator,
}: {
  by: string;
  administrator?: string | undefined;
}): string => administrator ?? auditAuthors[by] ?? by;
