import { keysOf } from './choices.ts';

/**
 * The actor of an audit entry: `member` is the one whom it is about, `operator` the command line, `anonymous` somebody
 * without a session.
 */
export const AUDIT_ROLES = ['administrator', 'operator', 'member', 'anonymous'] as const;
export type AuditRole = (typeof AUDIT_ROLES)[number];

/**
 * Actions of members on their own accounts, and of anybody without a session who knows an address or a code, with their
 * names for administrators and for the member concerned.
 */
const accountActionNames = {
  'sign-in': 'Logged in',
  'change-password': 'Changed password and logged out on all devices',
  'request-password-reset': 'Requested an authentication code to reset the password',
  'reset-password': 'Reset password and logged out on all devices',
  'change-email': 'Changed email address and logged out on all other devices',
  'change-username': 'Changed username',
  'end-session': 'Logged out on another device',
  'end-other-sessions': 'Logged out on all other devices',
  'report-sign-in': 'Reported a login, logged out on all devices and removed the password',
  'export-own-data': 'Downloaded own data',
  'set-up-second-factor': 'Turned on two-step verification',
  'remove-second-factor': 'Turned off two-step verification',
  'use-recovery-code': 'Used recovery code',
  'renew-recovery-codes': 'Created new recovery codes',
  'add-passkey': 'Added passkey',
  'remove-passkey': 'Removed passkey',
  'delete-account': 'Deleted account',
} as const;
export type AccountAction = keyof typeof accountActionNames;

/** Actions of administrators and operators on others and their data. */
const adminActionNames = {
  'grant-admin': 'Granted administrator rights',
  'revoke-admin': 'Removed administrator rights',
  'disable-account': 'Disabled account',
  'enable-account': 'Enabled account',
  'add-member': 'Added member',
  'edit-member': 'Changed profile',
  'mark-email-verified': 'Marked email as verified',
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
  'view-ledger-sums': 'Viewed sums of payments',
  'export-ledger': 'Exported payments',
  'resolve-payment': 'Resolved payment',
  'add-conference-record': 'Added conference',
  'remove-conference-record': 'Removed conference',
  // Of an earlier version: only stored entries have these two.
  'add-note': 'Added note',
  'delete-note': 'Deleted note',
  'search-recipients': 'Searched recipients',
  'search-members': 'Searched members',
  'view-member': 'Viewed member',
  'export-members': 'Exported members',
  'save-segment': 'Saved segment',
  'remove-segment': 'Removed segment',
  'view-audit-log': 'Viewed audit log',
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
  'view-campaign': 'Viewed text of an email',
  'view-deliveries': 'Viewed recipients of an email',
  'export-deliveries': 'Exported recipients of an email',
  'view-suppressions': 'Viewed blocked addresses',
  'suppress-address': 'Blocked address',
  'unsuppress-address': 'Unblocked address',
  'send-queued-mail': 'Sent waiting email',
  'discard-queued-mail': 'Discarded waiting email',
} as const;

export type AuditAction = AccountAction | keyof typeof adminActionNames;
export const auditActionNames: Readonly<Record<AuditAction, string>> = {
  ...accountActionNames,
  ...adminActionNames,
};
export const AUDIT_ACTIONS = /* @__PURE__ */ keysOf(auditActionNames);

/**
 * Details of an audit entry with their names, in the order in which they are shown: what was before, then what is now. A
 * changed profile adds its own fields, each with the value before it.
 */
export const auditFieldNames = {
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
  // Of an earlier version: only stored entries have it.
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
} as const;
export type AuditField = keyof typeof auditFieldNames;
