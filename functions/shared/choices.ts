/** Every list of fixed choices: for the table, the API, the command line and the screens. */

/** The keys of a record, such as of a list of names, in its order. A list is marked as pure, so that bundles with another one leave it out. */
export const keysOf = <Key extends string>(names: Readonly<Record<Key, unknown>>): readonly Key[] =>
  Object.keys(names).filter((key): key is Key => Object.hasOwn(names, key));

export const ROLES = ['member', 'administrator'] as const;
export type Role = (typeof ROLES)[number];

/** On the screen and in exports. */
export const memberStateNames = { active: 'Enabled', disabled: 'Disabled' } as const;
export const MEMBER_STATES = /* @__PURE__ */ keysOf(memberStateNames);
export type MemberState = keyof typeof memberStateNames;

/** As in the association's constitution, section "Members"; with their names on the screen, in exports and in imports. */
export const memberCategoryNames = {
  ordinary: 'Ordinary',
  'institutional-contact': 'Institutional contact',
  fellow: 'Fellow',
  student: 'Student',
  honorary: 'Honorary',
} as const;
export const MEMBER_CATEGORIES = /* @__PURE__ */ keysOf(memberCategoryNames);
export type MemberCategory = keyof typeof memberCategoryNames;

/** What a term is paid as; with its name on the screen and in the API. */
export const membershipTypeNames = {
  professional: 'Professional Member',
  student: 'Student Member',
} as const;
export const MEMBERSHIP_TYPES = /* @__PURE__ */ keysOf(membershipTypeNames);
export type MembershipType = keyof typeof membershipTypeNames;

/** How a term came about; with its name on the screen and in the API. */
export const accessMethodNames = {
  'online-payment': 'Online payment',
  'bank-transfer': 'Bank transfer',
  granted: 'Granted',
  imported: 'Imported',
} as const;
export const ACCESS_METHODS = /* @__PURE__ */ keysOf(accessMethodNames);

export const membershipStatusNames = {
  registered: 'Registered',
  active: 'Active',
  expired: 'Expired',
} as const;
export const MEMBERSHIP_STATUSES = /* @__PURE__ */ keysOf(membershipStatusNames);
export type MembershipStatus = keyof typeof membershipStatusNames;

/** The filter of the recipient picker; `inactive` is every member who is not `active`. */
export const RECIPIENT_STATUSES = ['inactive', 'active', 'registered', 'expired', 'all'] as const;
export type RecipientStatus = (typeof RECIPIENT_STATUSES)[number];

/** Why a person must look at a payment. */
export const reviewReasonNames = {
  mode: 'Test payment on the live site, or live payment on a test site',
  link: 'Paid through an unknown payment page',
  currency: 'Not paid in Hong Kong dollars',
  amount: "Amount doesn't match the fee",
  'refunded-or-disputed': 'Refunded or disputed: review the membership',
  unmatched: 'No matching member',
  overpayment: 'Already paid for this period: send the money back',
} as const;
export const REVIEW_REASONS = /* @__PURE__ */ keysOf(reviewReasonNames);
export type ReviewReason = keyof typeof reviewReasonNames;

/** The entries of the ledger. `void`: a bank transfer without a receipt was recorded by mistake, or sent back. */
export const ledgerKindNames = {
  payment: 'Payment',
  'credit-note': 'Credit note',
  refund: 'Refund',
  void: 'Voided payment',
} as const;
export const LEDGER_KINDS = /* @__PURE__ */ keysOf(ledgerKindNames);
export type LedgerKind = keyof typeof ledgerKindNames;

/** The purposes of a code in an email. */
export const CODE_PURPOSES = ['reset', 'verification'] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

/** Whether administrators must have two-step verification. */
export const SECOND_FACTOR_POLICIES = ['required', 'optional'] as const;
export type SecondFactorPolicy = (typeof SECOND_FACTOR_POLICIES)[number];

export const IMPORT_KINDS = ['members', 'attendance'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** What an import does with members who exist: nothing, fill in what they have not given, or replace it. */
export const EXISTING_MEMBER_RULES = ['skip', 'fill', 'update'] as const;
export type ExistingMemberRule = (typeof EXISTING_MEMBER_RULES)[number];

/** What an import will do with a row of its file. `left-out`: the row names no member. */
export const ROW_OUTCOMES = ['add', 'update', 'unchanged', 'left-out'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

/** `cancelled`: rows already imported stay. */
export const IMPORT_STATES = ['checked', 'applying', 'done', 'cancelled'] as const;

/**
 * `scheduled`: waits for its time. `paused`: an administrator stopped it, too much came back or was reported, or SES took
 * nothing; it may be resumed. `cancelled`: what had been sent by then stays sent.
 */
export const campaignStateNames = {
  scheduled: 'Scheduled',
  sending: 'Sending',
  paused: 'Paused',
  cancelled: 'Cancelled',
  done: 'Finished',
} as const;
export const CAMPAIGN_STATES = /* @__PURE__ */ keysOf(campaignStateNames);

/**
 * Of a delivery. `pending` waits; `sending` was claimed and may have been sent: it stays so until SES answers, or an event
 * comes, or 15 minutes have passed. `cancelled`: an operator discarded the code or notice.
 */
export const DELIVERY_STATES = [
  'pending',
  'sending',
  'sent',
  'failed',
  'suppressed',
  'unknown',
  'delivered',
  'bounced',
  'complained',
  'cancelled',
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * The status of a delivery that administrators see. `sending`: handed over, or sent without an answer yet. `sent`: taken
 * by SES, whose events then say `delivered`, `bounced` or `complained`. `failed`: rejected by SES. `suppressed`: not
 * sent, with a reason. `unknown`: neither an answer nor an event for 15 minutes, so it may have been sent. The names are
 * those on the screen and in exports.
 */
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
} as const;
export const DELIVERY_STATUSES = /* @__PURE__ */ keysOf(deliveryStatusNames);
export type DeliveryStatus = keyof typeof deliveryStatusNames;

/** Why announcements no longer go to an address. */
export const suppressionReasonNames = {
  bounced: 'Permanent bounce',
  complained: 'Marked as spam',
  blocked: 'Blocked by the system operator',
} as const;
export const SUPPRESSION_REASONS = /* @__PURE__ */ keysOf(suppressionReasonNames);
export type SuppressionReason = keyof typeof suppressionReasonNames;

/** Why a recipient gets no delivery: for `not-a-member`, no member has the address any more. */
export const exclusionReasonNames = {
  'not-a-member': 'Not a member',
  disabled: 'Account disabled',
  unsubscribed: 'Unsubscribed from announcements',
  unverified: 'Email not verified',
  suppressed: 'Blocked address',
} as const;
export const EXCLUSION_REASONS = /* @__PURE__ */ keysOf(exclusionReasonNames);
export type ExclusionReason = keyof typeof exclusionReasonNames;

/**
 * What waits for a person, the most urgent first. The last three are counted once a day, the others at each view.
 * `failed-campaigns` of the last 30 days have recipients who were rejected or unconfirmed.
 */
export const OPEN_TASKS = [
  'payments-for-review',
  'paused-campaigns',
  'late-mail',
  'pending-receipts',
  'failed-campaigns',
  'unfinished-imports',
  'members-to-invite',
  'blocked-addresses',
  'unanswered-invitations',
  'unverified-addresses',
] as const;
export type OpenTask = (typeof OPEN_TASKS)[number];
