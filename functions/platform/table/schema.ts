import { createHash } from 'node:crypto';
import type { CodePurpose } from '#shared/choices';

/** The one table's shape, read by the deployment and by the local start. All key attributes are strings. */
export const table = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Seconds since 1970, for cleaning only: whether something still counts is decided by the clock. */
  ttlAttribute: 'expiresAt',
  indexes: [
    /** All members by canonical address. */
    {
      name: 'directory',
      partitionKey: 'directory',
      sortKey: 'directoryKey',
      projection: [
        'uid',
        'email',
        'username',
        'firstName',
        'lastName',
        'affiliation',
        'country',
        'activeUntil',
        'membershipType',
        'activePeriods',
        'state',
        'category',
      ],
    },
    /** Sparse: what has work left, such as mail and receipts, by due time. */
    { name: 'due', partitionKey: 'due', sortKey: 'dueAt', projection: [] },
    /** Sparse: conference records by conference. */
    { name: 'attendance', partitionKey: 'conferenceId', sortKey: 'uid', projection: [] },
    /** Sparse: the entries of the ledger by their month in Hong Kong, so that a year is twelve queries. */
    {
      name: 'ledger',
      partitionKey: 'ledgerMonth',
      sortKey: 'ledgerKey',
      projection: [
        'ledgerKind',
        'uid',
        'payer',
        'number',
        'receipt',
        'cancelledBy',
        'type',
        'category',
        'method',
        'amountMinorUnits',
        'currency',
        'paymentId',
        'bankReference',
        'outcome',
        'refundedMinorUnits',
        'isRefundedOrDisputed',
      ],
    },
  ],
} as const;

/** The prefix of the audit log's partition keys: the deployment lets the functions add rows there and change none. */
export const auditPrefix = 'AUDIT#';

/**
 * Hashes what a limit counts: a username, an address, a network. Some rows outlive an account by a year, and must not name
 * its member then.
 */
const hashOf = (subject: string | readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([subject].flat()))
    .digest('base64url')
    .slice(0, 32);

/**
 * Each campaign is in one of these lists, by which it is found. Tests are shown nowhere. Earlier versions moved campaigns to
 * the archive.
 */
const campaignLists = { current: 'CAMPAIGNS', archived: 'CAMPAIGNS-ARCHIVED', tests: 'CAMPAIGNS-TESTS' };
export type CampaignList = keyof typeof campaignLists;

/** The keys of each kind of row; `docs/data-model.md` describes the rows. */
export const keys = {
  member: (uid: string) => ({ pk: `MEMBER#${uid}`, sk: 'PROFILE' }),
  username: (canonical: string) => ({ pk: `USERNAME#${canonical}`, sk: `USERNAME#${canonical}` }),
  email: (canonical: string) => ({ pk: `EMAIL#${canonical}`, sk: `EMAIL#${canonical}` }),
  paymentReference: (reference: string) => ({ pk: `REFERENCE#${reference}`, sk: `REFERENCE#${reference}` }),
  session: (uid: string, id: string) => ({ pk: `MEMBER#${uid}`, sk: `SESSION#${id}` }),
  term: (uid: string, endDate: string, id: string) => ({ pk: `MEMBER#${uid}`, sk: `TERM#${endDate}#${id}` }),
  voidedTerm: (uid: string, endDate: string, id: string, entryId: string) => ({
    pk: `MEMBER#${uid}`,
    sk: `VOIDED#${endDate}#${id}#${entryId}`,
  }),
  reminderMark: (uid: string, year: number, stage: string) => ({
    pk: `MEMBER#${uid}`,
    sk: `REMINDER#${year}#${stage}`,
  }),
  conferenceRecord: (uid: string, day: string, id: string) => ({
    pk: `MEMBER#${uid}`,
    sk: `CONFERENCE#${day}#${id}`,
  }),
  /** A conference that somebody attended, for choosing it. */
  attendedConference: (id: string) => ({ pk: 'CONFERENCES', sk: id }),
  segment: (canonicalName: string) => ({ pk: 'SEGMENT', sk: canonicalName }),
  receipt: (uid: string, number: string) => ({ pk: `MEMBER#${uid}`, sk: `RECEIPT#${number}` }),
  /** The last receipt number used. */
  receiptCounter: { pk: 'COUNTER#RECEIPT', sk: 'COUNTER' },
  payment: (paymentId: string) => ({ pk: `PAYMENT#${paymentId}`, sk: 'PAYMENT' }),
  /** Money that the provider has paid back. */
  refund: (paymentId: string, at: string) => ({ pk: `PAYMENT#${paymentId}`, sk: `REFUND#${at}` }),
  /** A void of a payment that has no receipt. */
  voidedPayment: (paymentId: string) => ({ pk: `PAYMENT#${paymentId}`, sk: 'VOID' }),
  paymentReview: (paidAt: string, paymentId: string) => ({
    pk: 'PAYMENT-REVIEW',
    sk: `${paidAt}#${paymentId}`,
  }),
  paymentResolved: (paidAt: string, paymentId: string) => ({
    pk: 'PAYMENT-RESOLVED',
    sk: `${paidAt}#${paymentId}`,
  }),
  /** `at` is an instant, or its first part: the month. */
  audit: (at: string, id: string) => ({ pk: `${auditPrefix}${at.slice(0, 7)}`, sk: `${at}#${id}` }),
  auditAbout: (uid: string, at: string, id: string) => ({ pk: `MEMBER#${uid}`, sk: `AUDIT#${at}#${id}` }),
  /** A transactional email among the member's emails, from when it is queued. */
  memberEmail: (uid: string, at: string, id: string) => ({ pk: `MEMBER#${uid}`, sk: `EMAIL#${at}#${id}` }),
  /** An action that an administrator has done. */
  attempt: (id: string) => ({ pk: `ATTEMPT#${id}`, sk: 'ATTEMPT' }),
  /** `place` is the time and an id. */
  note: (uid: string, place: string) => ({ pk: `MEMBER#${uid}`, sk: `NOTE#${place}` }),
  import: (id: string) => ({ pk: 'IMPORT', sk: id }),
  /** The worker that applies imports. */
  importWorker: { pk: 'IMPORT-WORKER', sk: 'IMPORT-WORKER' },
  card: (id: string) => ({ pk: `CARD#${id}`, sk: 'CARD' }),
  code: (uid: string, purpose: CodePurpose) => ({
    pk: `MEMBER#${uid}`,
    sk: purpose === 'reset' ? 'RESET' : 'VERIFICATION',
  }),
  secondFactor: (uid: string) => ({ pk: `MEMBER#${uid}`, sk: 'SECOND-FACTOR' }),
  /** A setup that is not finished. */
  secondFactorSetup: (uid: string) => ({ pk: `MEMBER#${uid}`, sk: 'SECOND-FACTOR-SETUP' }),
  passkey: (uid: string, id: string) => ({ pk: `MEMBER#${uid}`, sk: `PASSKEY#${id}` }),
  decoy: (id: string, index: number) => ({ pk: `DECOY#${id}`, sk: String(index) }),
  mail: (id: string) => ({ pk: `MAIL#${id}`, sk: 'MAIL' }),
  /** Which run sends campaigns. */
  mailSender: { pk: 'MAIL-SENDER', sk: 'MAIL-SENDER' },
  delivery: (mailId: string, address: string) => ({ pk: `MAIL#${mailId}`, sk: `TO#${address}` }),
  campaignListEntry: (createdAt: string, id: string, list: CampaignList) => ({
    pk: campaignLists[list],
    sk: `${createdAt}#${id}`,
  }),
  campaignTemplate: (name: string) => ({ pk: 'CAMPAIGN-TEMPLATE', sk: name }),
  campaignKey: (idempotencyKey: string) => ({ pk: `CAMPAIGN-KEY#${idempotencyKey}`, sk: 'CAMPAIGN-KEY' }),
  erasure: (uid: string) => ({ pk: 'ERASURE', sk: uid }),
  suppression: (address: string) => ({ pk: 'SUPPRESSION', sk: address }),
  administrator: (uid: string) => ({ pk: 'ADMINISTRATOR', sk: uid }),
  /** A deleted member whose receipts stay. */
  formerPayer: (uid: string) => ({ pk: 'FORMER-PAYER', sk: uid }),
  /** How many members have a salt of each form. */
  saltForms: { pk: 'SALT-FORMS', sk: 'SALT-FORMS' },
  latestStatistics: { pk: 'STATISTICS', sk: 'LATEST' },
  yearOfMembers: (year: number) => ({ pk: 'STATISTICS', sk: `YEAR#${year}` }),
  /** Each rule has its own namespace: the names are a closed list, and text from callers is only in `subject`. */
  limit: (rule: string, subject: string | readonly string[], window: string) => ({
    pk: `LIMIT#${rule}#${hashOf(subject)}#${window}`,
    sk: 'LIMIT',
  }),
};

/** The partition of each kind of row, and the beginning of its sort keys. */
export const keyPrefixes = {
  member: (uid: string) => ({ pk: keys.member(uid).pk, sk: '' }),
  sessions: (uid: string) => keys.session(uid, ''),
  passkeys: (uid: string) => keys.passkey(uid, ''),
  terms: (uid: string) => ({ pk: keys.member(uid).pk, sk: 'TERM#' }),
  voidedTerms: (uid: string) => ({ pk: keys.member(uid).pk, sk: 'VOIDED#' }),
  auditAbout: (uid: string) => ({ pk: keys.member(uid).pk, sk: 'AUDIT#' }),
  memberEmails: (uid: string) => ({ pk: keys.member(uid).pk, sk: 'EMAIL#' }),
  notes: (uid: string) => keys.note(uid, ''),
  conferenceRecords: (uid: string) => ({ pk: keys.member(uid).pk, sk: 'CONFERENCE#' }),
  attendedConferences: keys.attendedConference(''),
  segments: keys.segment(''),
  receipts: (uid: string) => keys.receipt(uid, ''),
  payment: (paymentId: string) => ({ pk: keys.payment(paymentId).pk, sk: '' }),
  paymentReviews: { pk: keys.paymentReview('', '').pk, sk: '' },
  paymentsResolved: { pk: keys.paymentResolved('', '').pk, sk: '' },
  imports: keys.import(''),
  administrators: keys.administrator(''),
  erasures: keys.erasure(''),
  formerPayers: keys.formerPayer(''),
  statistics: { pk: keys.latestStatistics.pk, sk: '' },
};

/** The ID in the key of an email's or a campaign's row. */
export const mailIdOf = ({ pk }: { pk: string }): string => pk.slice('MAIL#'.length);
