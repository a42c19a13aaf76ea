import * as z from 'zod/mini';
import {
  ACCESS_METHODS,
  MEMBER_CATEGORIES,
  MEMBER_STATES,
  MEMBERSHIP_STATUSES,
  MEMBERSHIP_TYPES,
  RECIPIENT_STATUSES,
  REVIEW_REASONS,
  ROLES,
} from '#shared/choices';
import { ConferenceRecord } from '#shared/conference-record';
import { EXPORT_COLUMN_NAMES } from '#shared/export-columns';
import {
  AttemptId,
  EmailAddress,
  Line,
  NewUsername,
  OptionalLine,
  PersonName,
  TransferAmount,
  TransferDay,
  Uid,
  Username,
} from '#shared/fields';
import { mailLimits } from '#shared/mail-limits';
import { MemberFilter, memberCriteria } from '#shared/member-filter';
import { AuditPage } from './audit.ts';
import { attendanceFields } from './conferences.ts';
import { endpoint, MessageReply } from './endpoint.ts';
import { addressCursor, Count, CursorPage, Envelope, FileLink } from './envelope.ts';
import { Profile, ProfileUpdate } from './profile.ts';

export const MemberListItem = z.object({
  uid: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  category: z.enum(MEMBER_CATEGORIES),
  state: z.enum(MEMBER_STATES),
  status: z.enum(MEMBERSHIP_STATUSES),
  activeUntil: z.string(),
  /** Of the latest term; empty before the first. */
  membershipType: z.union([z.enum(MEMBERSHIP_TYPES), z.literal('')]),
  affiliation: z.string(),
  country: z.string(),
});
export type MemberListItem = z.output<typeof MemberListItem>;

/** In the order of their email addresses. */
export const getMembers = endpoint({
  route: 'GET /admin/members',
  access: 'admin',
  request: z.extend(MemberFilter, { cursor: addressCursor, limit: z._default(Count(500), 20) }),
  reply: Envelope(CursorPage(MemberListItem)),
});

/** The most members whom an administrator can select. */
export const MAX_SELECTED = 5000;

/**
 * All matching members as CSV, in which spreadsheets find no formulas. `activeOn` makes it the roll of a day: those whose
 * membership covered it by the terms on record, with type, end and status of that day, which `type` and
 * `activeUntil` filter too, while `status` filters nothing.
 */
export const exportMembers = endpoint({
  route: 'POST /admin/export-members',
  access: 'admin',
  freshSecondFactor: true,
  bodyLimitBytes: 128 * 1024,
  request: z.extend(MemberFilter, {
    activeOn: z.optional(z.union([z.iso.date(), z.literal('')])),
    columns: z.array(z.enum(EXPORT_COLUMN_NAMES)).check(z.minLength(1, 'Select at least one column.')),
    /** Absent for all who match. */
    uids: z.optional(z.array(Uid).check(z.minLength(1), z.maxLength(MAX_SELECTED))),
  }),
  reply: Envelope(z.extend(FileLink, { members: z.number() })),
});

const Term = z.object({
  /** Identifies the record in the actions below. */
  reference: z.string(),
  type: z.enum(MEMBERSHIP_TYPES),
  accessMethod: z.enum(ACCESS_METHODS),
  transactionDate: z.string(),
  receiptNumber: z.string(),
  startDate: z.string(),
  endDate: z.string(),
});

export const MemberDetails = z.object({
  member: z.extend(MemberListItem, {
    ...z.omit(Profile, { dob: true, version: true }).shape,
    dateOfBirth: z.string(),
    version: z.number(),
    role: z.enum(ROLES),
    hasPassword: z.boolean(),
    registeredAt: z.string(),
  }),
  terms: z.array(Term),
  voidedTerms: z.array(z.extend(Term, { voidedAt: z.string(), voidedBy: z.string(), reason: z.string() })),
  payments: z.array(
    z.object({
      paymentId: z.string(),
      /** For a bank transfer: the reference on the bank statement. */
      bankReference: z.optional(z.string()),
      paidAt: z.string(),
      currency: z.string(),
      amountMinorUnits: z.number(),
      outcome: z.enum([...REVIEW_REASONS, 'fulfilled', 'voided']),
      isRefundedOrDisputed: z.boolean(),
      refundedMinorUnits: z.number(),
      isInReview: z.boolean(),
      /** Absent for a payment that made no membership period. */
      receipt: z.optional(z.string()),
      /** The credit note that cancels the receipt. */
      creditNote: z.optional(z.string()),
      /** Of the receipt. */
      type: z.optional(z.enum(MEMBERSHIP_TYPES)),
    }),
  ),
  conferences: z.array(ConferenceRecord),
  history: AuditPage,
  liveSessions: z.number(),
});
export type MemberDetails = z.output<typeof MemberDetails>;

export const getMember = endpoint({
  route: 'GET /admin/member',
  access: 'admin',
  request: z.object({ uid: Uid }),
  reply: Envelope(MemberDetails),
});

export const termFields = { type: z.enum(MEMBERSHIP_TYPES), startDate: z.iso.date(), endDate: z.iso.date() };
const transferFields = {
  type: z.enum(MEMBERSHIP_TYPES),
  amountMinorUnits: TransferAmount,
  date: TransferDay,
  reference: Line(140),
  /** Only says what the transfer would make. */
  isPreview: z.optional(z.boolean()),
};
const PaymentId = Line(255);
const TermReference = z.string().check(z.maxLength(200));

/** `validUntil` is absent where the transfer extends nothing, `feeMinorUnits` where no page asks for a fee of this type. */
const TransferResult = z.object({
  validUntil: z.optional(z.iso.date()),
  feeMinorUnits: z.optional(z.int()),
});
export type TransferResult = z.output<typeof TransferResult>;

/**
 * An action on the member in the version that the screen showed, with the reason for it. A repeat with the same attempt and
 * fields is the same action, whatever its version.
 */
const memberAction = <const Action extends string, const Fields extends z.core.$ZodShape>(
  action: Action,
  fields: Fields,
) =>
  z.object({
    action: z.literal(action),
    uid: Uid,
    version: z.int(),
    reason: Line(500),
    attempt: z.optional(AttemptId),
    ...fields,
  });

/**
 * What changes in a member's profile: an absent field stays as it is. Another address is not verified, and ends every
 * session.
 */
export const MemberEdit = z.omit(ProfileUpdate, { username: true, uid: true, version: true });

/**
 * A bank transfer that is recorded or corrected has outcomes of its own: `overpayment` for a member who is already paid a
 * year ahead. `transfer` is what it makes, or would make.
 */
export const changeMember = endpoint({
  route: 'POST /admin/member',
  access: 'admin',
  request: z.discriminatedUnion('action', [
    memberAction('grant-term', termFields),
    memberAction('correct-term', { term: TermReference, ...termFields }),
    memberAction('void-term', { term: TermReference }),
    // The amount says enough if it is the fee; for any other, the reason is required.
    memberAction('record-bank-transfer', { ...transferFields, reason: OptionalLine(500) }),
    memberAction('correct-bank-transfer', { paymentId: PaymentId, ...transferFields }),
    // Money that was sent back counts until today; what was recorded by mistake never counted.
    memberAction('void-bank-transfer', { paymentId: PaymentId, isSentBack: z.boolean() }),
    memberAction('edit', MemberEdit.shape),
    memberAction('verify-email', {}),
    memberAction('invite', {}),
    memberAction('set-state', { state: z.enum(MEMBER_STATES) }),
    memberAction('set-category', { category: z.enum(MEMBER_CATEGORIES) }),
    memberAction('add-conference-record', attendanceFields),
    memberAction('remove-conference-record', { id: z.string().check(z.maxLength(64)) }),
  ]),
  reply: Envelope(
    z.object({
      /** `changed`, `unchanged`, `preview`, `fulfilled` or `overpayment`; any text, as page and server may differ in age. */
      outcome: z.string(),
      transfer: z.optional(TransferResult),
    }),
  ),
});

/** Adds a member without a password, once for an attempt, and sends an invitation if `isInvited`. */
export const addMember = endpoint({
  route: 'POST /admin/add-member',
  access: 'admin',
  request: z.extend(MemberEdit, {
    email: EmailAddress,
    firstName: PersonName(100),
    lastName: PersonName(100),
    /** Without one, the part of the address before the @. */
    username: z._default(z.union([z.literal(''), NewUsername]), ''),
    category: z.enum(MEMBER_CATEGORIES),
    emailVerified: z.boolean(),
    isInvited: z.boolean(),
    reason: Line(500),
    attempt: z.optional(AttemptId),
  }),
  reply: Envelope(z.object({ uid: z.string(), username: z.string() })),
});

/** Deletes the account at the member's request; `username` is typed as a confirmation. */
export const deleteMember = endpoint({
  route: 'POST /admin/delete-member',
  access: 'admin',
  freshSecondFactor: true,
  request: z.object({ uid: Uid, version: z.int(), username: Username, reason: Line(500) }),
  reply: MessageReply,
});

/** Addresses for the recipient picker; the status `inactive` finds every member who is not `active`. */
export const getRecipients = endpoint({
  route: 'GET /admin/get-users',
  access: 'admin',
  request: z.object({
    /** In place of a cursor, which every other list takes. */
    page: z._default(Count(1_000_000), 1),
    /** A page can have as many as one email, so that all are chosen by one call: between two, somebody could move up. */
    limit: z._default(Count(mailLimits.recipients), 10),
    search: z._default(z.string().check(z.maxLength(100)), ''),
    status: z._default(z.enum(RECIPIENT_STATUSES), 'all'),
    ...memberCriteria,
  }),
  reply: Envelope(
    z.object({
      items: z.array(
        z.object({
          email: z.string(),
          name: z.string(),
          affiliation: z.string(),
          membership_status: z.enum(['active', 'inactive']),
        }),
      ),
      pagination: z.object({ total: z.number(), page: z.number(), limit: z.number() }),
    }),
  ),
});
