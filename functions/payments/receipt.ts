import type { AccessMethod, MembershipType } from '#shared/choices';
import { s3Prefixes } from '#shared/deployment';
import { fullName } from '#shared/text';
import type { TransactionalMail } from '../mail/transactional/mail.ts';
import { feeReceivedMail } from '../mail/transactional/messages.ts';
import type { MemberSummary } from '../members/member.ts';
import type { Period, Term } from '../memberships/term.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { TableWrite } from '../platform/table/writes.ts';

/** All that the document says, as it was when the number was given: it can be made again, the same, at any time. */
export interface Receipt extends Period {
  /** `AG-000123`, without gaps. */
  number: string;
  uid: string;
  /** Empty after the account was deleted. */
  payer: string;
  affiliation: string;
  type: MembershipType;
  amountMinorUnits: number;
  currency: string;
  method: AccessMethod;
  /** Date in Hong Kong. */
  paidOn: string;
  paymentId: string;
  /** ISO 8601, UTC. */
  issuedAt: string;
}

export interface Receipts {
  /** Takes the payer's name off a member's receipts, and has their documents made again without it. */
  anonymizeWrites(uid: string): Promise<TableWrite[]>;
  /** One of this member's, and whether its document has been made. */
  find(uid: string, number: string): Promise<{ receipt: Receipt; isMade: boolean } | undefined>;
  /** Those whose document is still to be made, the longest waiting first. */
  listPending(limit: number): Promise<Receipt[]>;
  markReady(receipt: Receipt): Promise<void>;
}

export interface ReceiptPrinter {
  /** The document as PDF: the same bytes for the same receipt. */
  print(receipt: Receipt): Promise<Uint8Array>;
}

export const receiptNumber = (serial: number): string => `AG-${String(serial).padStart(6, '0')}`;

/** Where the document lies. */
export const receiptKey = (number: string): string => `${s3Prefixes.receipts}${number}.pdf`;

/** A receipt and the mail that tells of it, for a number that is known only when they are written. */
export type Paper = (serial: number) => { receipt: Receipt; notice: TransactionalMail };

/** The receipt for a paid term, and the mail that tells its holder. */
export const paperFor =
  (
    deps: Pick<Runtime, 'now' | 'randomBytes'>,
    holder: MemberSummary,
    { type, accessMethod: method, transactionDate: paidOn, startDate, endDate }: Term,
    paid: Pick<Receipt, 'paymentId' | 'amountMinorUnits' | 'currency'>,
  ): Paper =>
  (serial) => {
    const { uid, affiliation } = holder;
    const { paymentId, amountMinorUnits, currency } = paid;
    const number = receiptNumber(serial);
    return {
      receipt: {
        number,
        uid,
        payer: fullName(holder),
        affiliation,
        type,
        amountMinorUnits,
        currency,
        method,
        paidOn,
        startDate,
        endDate,
        paymentId,
        issuedAt: deps.now().toISOString(),
      },
      notice: feeReceivedMail(deps, holder, number, endDate),
    };
  };
