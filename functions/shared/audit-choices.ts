/**
 * The actor of an audit entry: `member` is the one whom it is about, `operator` the command line, `anonymous` somebody
 * without a session.
 */
export const AUDIT_ROLES = ['administrator', 'operator', 'member', 'anonymous'] as const;
export type AuditRole = (typeof AUDIT_ROLES)[number];

/** Actions of members on their own accounts, and of anybody without a session who knows an address or a code. */
export const ACCOUNT_ACTIONS = [
  'sign-in',
  'change-password',
  'request-password-reset',
  'reset-password',
  'change-email',
  'change-username',
  'end-session',
  'end-other-sessions',
  'report-sign-in',
  'export-own-data',
  'set-up-second-factor',
  'remove-second-factor',
  'use-recovery-code',
  'renew-recovery-codes',
  'add-passkey',
  'remove-passkey',
  'delete-account',
] as const;
export type AccountAction = (typeof ACCOUNT_ACTIONS)[number];

/** Actions of administrators and operators on others and their data. */
const ADMIN_ACTIONS = [
  'grant-admin',
  'revoke-admin',
  'disable-account',
  'enable-account',
  'add-member',
  'edit-member',
  'mark-email-verified',
  'reset-second-factor',
  'set-category',
  'grant-term',
  'correct-term',
  'void-term',
  'record-bank-transfer',
  'correct-bank-transfer',
  'void-bank-transfer',
  'open-receipt',
  'send-receipt',
  'view-payments-for-review',
  'view-ledger',
  'export-ledger',
  'resolve-payment',
  'add-conference-record',
  'remove-conference-record',
  // Of an earlier version: only stored entries have these two.
  'add-note',
  'delete-note',
  'search-recipients',
  'search-members',
  'view-member',
  'export-members',
  'save-segment',
  'remove-segment',
  'export-everything',
  'check-import',
  'start-import',
  'cancel-import',
  'import-member',
  'import-changes',
  'import-attendance',
  'send-invitations',
  'invite-member',
  'create-campaign',
  'send-test-campaign',
  'cancel-campaign',
  'pause-campaign',
  'resend-campaign',
  'resume-campaign',
  'archive-campaign',
  'unarchive-campaign',
  'save-template',
  'rename-template',
  'remove-template',
  'view-deliveries',
  'export-deliveries',
  'suppress-address',
  'unsuppress-address',
  'send-queued-mail',
  'discard-queued-mail',
] as const;

export type AuditAction = AccountAction | (typeof ADMIN_ACTIONS)[number];
// Marked as pure, so that bundles with another list leave these out.
export const AUDIT_ACTIONS: readonly AuditAction[] = /* @__PURE__ */ [ACCOUNT_ACTIONS, ADMIN_ACTIONS].flat();

/** Details of an audit entry. A changed profile adds its own fields, each with the value before it. */
export type AuditField =
  | 'activeOn'
  | 'activeUntil'
  | 'address'
  | 'amount'
  | 'amountBefore'
  | 'applied'
  | 'browser'
  | 'campaign'
  | 'category'
  | 'categoryBefore'
  | 'columns'
  | 'conference'
  | 'creditNote'
  | 'date'
  | 'dateBefore'
  | 'deliveries'
  | 'device'
  | 'devices'
  | 'email'
  | 'emailBefore'
  | 'endDate'
  | 'endDateBefore'
  | 'errors'
  | 'existing'
  | 'fields'
  | 'file'
  // Of an earlier version: only stored entries have it.
  | 'format'
  | 'found'
  | 'invited'
  | 'kind'
  | 'limit'
  | 'loggedInAt'
  | 'membership'
  | 'method'
  | 'name'
  | 'nameBefore'
  | 'network'
  | 'page'
  | 'payment'
  | 'period'
  | 'receipt'
  | 'recipients'
  | 'recoveryCodesLeft'
  | 'reference'
  | 'referenceBefore'
  | 'replyTo'
  | 'reviewReason'
  | 'rows'
  | 'search'
  | 'segment'
  | 'selected'
  | 'sendAt'
  | 'startDate'
  | 'startDateBefore'
  | 'state'
  | 'status'
  | 'subject'
  | 'template'
  | 'total'
  | 'type'
  | 'typeBefore'
  | 'venue'
  | 'verified';
