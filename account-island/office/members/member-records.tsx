import type { ReactNode } from 'react';
import type { MemberDetails } from '#contract/admin-members';
import { formatLongDate, formatShortDate } from '#shared/hong-kong';
import { describeLedgerState } from '#shared/ledger';
import { formatMoney } from '#shared/money';
import { methods, adminMessages as texts, types, voidCauses } from '../../text/admin-members.ts';
import { NO_VALUE } from '../../text/format.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable, ItemList, RowActions } from '../../ui/data-table.tsx';
import { ResultNotice } from '../../ui/notice.tsx';
import { ReceiptNumber, SendReceipt, useReceiptActions } from '../../ui/receipt-actions.tsx';
import { conferenceFields, type MemberAction, type Payment, termFields } from './member-actions.ts';

interface Props {
  details: MemberDetails;
  onAction: (action: MemberAction) => void;
}

interface RecordsProps {
  title: string;
  /** The action that adds one, and its label. */
  add?: readonly [label: string, onAdd: () => void];
  isEmpty: boolean;
  children: ReactNode;
}

/** A member's records of one kind. */
const Records = ({ title, add, isEmpty, children }: RecordsProps) => (
  <section>
    <div className="cluster section-head">
      <h4>{title}</h4>
      {add && (
        <Button kind="inline" onClick={add[1]}>
          {add[0]}
        </Button>
      )}
    </div>
    {isEmpty ? <p className="hint">{texts.noRecords}</p> : children}
  </section>
);

type Term = MemberDetails['terms'][number] & Partial<MemberDetails['voidedTerms'][number]>;

/** A voided membership period is struck through. */
const struck =
  (text: (term: Term) => string): Column<Term>['cell'] =>
  (term) =>
    term.voidedAt === undefined ? text(term) : <s>{text(term)}</s>;

const TERM_COLUMNS: readonly Column<Term>[] = [
  { label: 'Type', cell: struck(({ type }) => types[type]), isHeader: true, className: 'nowrap' },
  {
    label: 'Period',
    cell: struck(({ startDate, endDate }) => `${formatShortDate(startDate)} to ${formatShortDate(endDate)}`),
  },
  { label: 'Paid by', cell: struck(({ accessMethod }) => methods[accessMethod]) },
  { label: 'Receipt', cell: ({ receiptNumber }) => receiptNumber || 'None', className: 'nowrap named' },
];

/** The current membership periods, then the voided ones. */
export function MemberTerms({ details: { terms, voidedTerms }, onAction }: Props) {
  const rows: readonly Term[] = [...terms, ...voidedTerms];
  const actions = (term: Term) => {
    const about = texts.describeTerm(term);
    const read = () => ({ term: term.reference });
    return term.voidedAt === undefined ? (
      <RowActions
        about={`membership period until ${formatLongDate(term.endDate)}`}
        actions={[
          ['Correct', () => onAction({ kind: 'correct-term', about, fields: termFields(term), read })],
          ['Void', () => onAction({ kind: 'void-term', about, read }), true],
        ]}
      />
    ) : (
      <p className="hint">
        Voided: {formatLongDate(term.voidedAt)} · By: {term.voidedBy} · Reason: {term.reason}
      </p>
    );
  };
  return (
    <Records
      title="Membership periods"
      add={['Grant membership period', () => onAction({ kind: 'grant-term', fields: termFields() })]}
      isEmpty={rows.length === 0}
    >
      <DataTable
        columns={TERM_COLUMNS}
        rows={rows}
        rowKey={({ reference, voidedAt = '' }) => `${reference} ${voidedAt}`}
        actions={actions}
        isShort
      />
    </Records>
  );
}

const describeState = ({ outcome, creditNote, ...payment }: Payment): string =>
  describeLedgerState({
    ...payment,
    kind: 'payment',
    cancelledBy: creditNote,
    outcome: outcome === 'fulfilled' ? undefined : outcome,
  });

const PAYMENT_COLUMNS: readonly Column<Payment>[] = [
  {
    label: 'Payment',
    cell: ({ bankReference, paymentId }) => bankReference ?? paymentId,
    isHeader: true,
    className: 'code',
  },
  { label: 'Date', cell: ({ paidAt }) => formatShortDate(paidAt), className: 'nowrap' },
  {
    label: 'Amount',
    cell: ({ currency, amountMinorUnits }) => formatMoney(currency, amountMinorUnits),
    className: 'nowrap',
  },
  { label: 'State', cell: describeState },
];

/** All payments; a bank transfer can be corrected and voided. */
export function MemberPayments({ details: { payments, member }, onAction }: Props) {
  const receiptActions = useReceiptActions();
  const { uid } = member;
  const receipt = (number: string) => <ReceiptNumber uid={uid} number={number} actions={receiptActions} />;
  const send = (number: string | undefined, name: string) =>
    number !== undefined && <SendReceipt uid={uid} number={number} name={name} actions={receiptActions} />;
  const receipts: Column<Payment> = {
    label: 'Receipt',
    cell: (payment) =>
      payment.receipt === undefined ? (
        NO_VALUE
      ) : (
        <span>
          {receipt(payment.receipt)}
          {payment.creditNote !== undefined && (
            <>
              <br />
              Cancelled by {receipt(payment.creditNote)}
            </>
          )}
        </span>
      ),
  };
  const change = (payment: Payment) => {
    const { bankReference, outcome, paymentId } = payment;
    if (bankReference === undefined || outcome === 'voided') return null;
    return (
      <RowActions
        about={`bank transfer ${bankReference}`}
        actions={[
          ['Correct', () => onAction({ kind: 'record-bank-transfer', payment })],
          [
            'Void',
            () =>
              onAction({
                kind: 'void-bank-transfer',
                about: texts.describePayment(payment),
                fields: [{ name: 'isSentBack', label: 'What happened', options: voidCauses }],
                read: (text) => ({ paymentId, isSentBack: text('isSentBack') === 'true' }),
              }),
            true,
          ],
        ]}
      />
    );
  };
  if (payments.length === 0) return null;
  return (
    <Records title="Payments" isEmpty={false}>
      <ResultNotice notice={receiptActions.notice} />
      <DataTable
        columns={[...PAYMENT_COLUMNS, receipts]}
        rows={payments}
        rowKey={({ paymentId }) => paymentId}
        actions={(payment) => (
          <>
            {send(payment.receipt, 'receipt')} {send(payment.creditNote, 'credit note')} {change(payment)}
          </>
        )}
        isShort
      />
    </Records>
  );
}

export const MemberConferences = ({ details: { conferences }, onAction }: Props) => (
  <Records
    title="Conferences"
    add={['Add conference', () => onAction({ kind: 'add-conference-record', fields: conferenceFields })]}
    isEmpty={conferences.length === 0}
  >
    <ItemList>
      {conferences.map(({ id, name, venue, date }) => (
        <li key={id}>
          <div>
            <strong>{name}</strong>
            <p className="hint">{[venue, date].filter(Boolean).join(', ')}</p>
          </div>
          <RowActions
            about={name}
            actions={[
              [
                'Remove',
                () => onAction({ kind: 'remove-conference-record', about: name, read: () => ({ id }) }),
                true,
              ],
            ]}
          />
        </li>
      ))}
    </ItemList>
  </Records>
);
