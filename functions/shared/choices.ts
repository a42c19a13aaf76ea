/** Every list of fixed choices, once: in the table, on the wire, on the command line and on the screen. */

export const ROLES = ['member', 'administrator'] as const;
export type Role = (typeof ROLES)[number];

export const MEMBER_STATES = ['active', 'disabled'] as const;
export type MemberState = (typeof MEMBER_STATES)[number];
/** On the screen and in exports. */
export const memberStateNames = { active: 'Enabled', disabled: 'Disabled' } as const satisfies Record<
  MemberState,
  string
>;

/** Constitution, "Members". */
export const MEMBER_CATEGORIES = [
  'ordinary',
  'institutional-contact',
  'fellow',
  'student',
  'honorary',
] as const;
export type MemberCategory = (typeof MEMBER_CATEGORIES)[number];
/** On the screen and in exports; an import reads them too. */
export const memberCategoryNames = {
  ordinary: 'Ordinary',
  'institutional-contact': 'Institutional contact',
  fellow: 'Fellow',
  student: 'Student',
  honorary: 'Honorary',
} as const satisfies Record<MemberCategory, string>;

/** What a term is paid as. */
export const MEMBERSHIP_TYPES = ['professional', 'student'] as const;
export type MembershipType = (typeof MEMBERSHIP_TYPES)[number];

/** As people read it, and as the wire has it. */
export const membershipTypeNames = {
  professional: 'Professional Member',
  student: 'Student Member',
} as const satisfies Record<MembershipType, string>;

/** How a term came about. */
export const ACCESS_METHODS = ['online-payment', 'bank-transfer', 'granted', 'imported'] as const;
export type AccessMethod = (typeof ACCESS_METHODS)[number];

/** As people read it, and as the wire has it. */
export const accessMethodNames = {
  'online-payment': 'Online payment',
  'bank-transfer': 'Bank transfer',
  granted: 'Granted',
  imported: 'Imported',
} as const satisfies Record<AccessMethod, string>;

export const MEMBERSHIP_STATUSES = ['registered', 'active', 'expired'] as const;
export type MembershipStatus = (typeof MEMBERSHIP_STATUSES)[number];
export const membershipStatusNames = {
  registered: 'Registered',
  active: 'Active',
  expired: 'Expired',
} as const satisfies Record<MembershipStatus, string>;

/** Which members the recipient picker lists; `inactive` is whoever is not `active`. */
export const RECIPIENT_STATUSES = ['inactive', 'active', 'all'] as const;
export type RecipientStatus = (typeof RECIPIENT_STATUSES)[number];

/** Why a person must look at a payment. */
export const REVIEW_REASONS = [
  'mode',
  'link',
  'currency',
  'amount',
  'refunded-or-disputed',
  'unmatched',
  'overpayment',
] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

/** What a code from a mail is good for. */
export const CODE_PURPOSES = ['reset', 'verification'] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

/** Whether administrators must have two-step verification. */
export const SECOND_FACTOR_POLICIES = ['required', 'optional'] as const;
export type SecondFactorPolicy = (typeof SECOND_FACTOR_POLICIES)[number];

export const IMPORT_KINDS = ['members', 'attendance'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** `cancelled`: rows already imported stay. */
export const IMPORT_STATES = ['checked', 'applying', 'done', 'cancelled'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/**
 * `preparing`: its deliveries are being written down. `scheduled`: waits for its time. `paused`: too much came back or was
 * reported; an administrator may resume or cancel. `cancelled`: what had left by then has left.
 */
export const CAMPAIGN_STATES = ['preparing', 'scheduled', 'sending', 'paused', 'cancelled', 'done'] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];

/**
 * Of a delivery in the ledger. `pending` past the cursor is in flight; `retry` was throttled and waits for
 * another turn; `sending` is in flight past the worker that sent it, until its lease ends.
 */
export const DELIVERY_STATES = [
  'pending',
  'retry',
  'sending',
  'sent',
  'failed',
  'suppressed',
  'unknown',
  'delivered',
  'bounced',
  'complained',
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * What an administrator sees of a delivery: `waiting`; `sending` (or sent without an answer yet); `sent` (SES has it),
 * then what SES told: `delivered`, `bounced`, `complained`; `failed` (SES refused it); `suppressed` (never sent, with a
 * reason); `unknown` (no answer and no news for 15 minutes: sent or not); `cancelled`.
 */
export const DELIVERY_STATUSES = [
  'waiting',
  'sending',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'failed',
  'suppressed',
  'unknown',
  'cancelled',
] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
/** On the screen and in exports. */
export const deliveryStatusNames = {
  waiting: 'Waiting',
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  bounced: 'Bounced',
  complained: 'Marked as spam',
  failed: 'Rejected',
  suppressed: 'Skipped',
  unknown: 'Unconfirmed',
  cancelled: 'Cancelled',
} as const satisfies Record<DeliveryStatus, string>;

/** Why announcements no longer go to an address. */
export const SUPPRESSION_REASONS = ['bounced', 'complained'] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** Why a recipient gets no delivery: `not-a-member` where no member has the address any more, `held` where it is suppressed. */
export const EXCLUSION_REASONS = [
  'not-a-member',
  'disabled',
  'unsubscribed',
  'unverified',
  'suppressed',
] as const;
export type ExclusionReason = (typeof EXCLUSION_REASONS)[number];

/** Who did it, as the log tells: `member` is the one whom it is about, `operator` the command line, `anonymous` nobody with a session. */
export const AUDIT_ROLES = ['administrator', 'operator', 'member', 'anonymous'] as const;
export type AuditRole = (typeof AUDIT_ROLES)[number];

/** What people do to their own accounts, or what is done without a session by whoever knows an address or a code. */
export const ACCOUNT_ACTIONS = [
  'sign-in',
  'change-password',
  'request-password-reset',
  'reset-password',
  'change-email',
  'change-username',
  'end-session',
  'end-other-sessions',
  'export-own-data',
  'set-up-second-factor',
  'remove-second-factor',
  'use-recovery-code',
  'renew-recovery-codes',
  'delete-account',
] as const;
export type AccountAction = (typeof ACCOUNT_ACTIONS)[number];

/** What administrators and operators do to others, or look at of what others gave us. */
const OFFICE_ACTIONS = [
  'grant-admin',
  'revoke-admin',
  'disable-account',
  'enable-account',
  'mark-email-verified',
  'reset-second-factor',
  'set-category',
  'grant-term',
  'correct-term',
  'void-term',
  'record-bank-transfer',
  'view-payments-for-review',
  'resolve-payment',
  'add-conference-record',
  'remove-conference-record',
  'search-recipients',
  'search-members',
  'view-member',
  'export-members',
  'check-import',
  'start-import',
  'cancel-import',
  'import-member',
  'import-attendance',
  'create-campaign',
  'cancel-campaign',
  'pause-campaign',
  'resend-campaign',
  'resume-campaign',
  'export-deliveries',
  'unsuppress-address',
] as const;

export type AuditAction = AccountAction | (typeof OFFICE_ACTIONS)[number];
// Marked as pure, so that what imports another list leaves these out of its bundle.
export const AUDIT_ACTIONS: readonly AuditAction[] = /* @__PURE__ */ [ACCOUNT_ACTIONS, OFFICE_ACTIONS].flat();
