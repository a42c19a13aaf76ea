import type { MemberDetails } from '#contract/admin-members';
import { formatLongDate, formatShortDate } from '#shared/hong-kong';
import { describeLedgerState } from '#shared/ledger';
import { formatMoney } from '#shared/money';
import { methods, adminMessages as texts, types } from '../../text/admin-members.ts';
import { NO_VALUE } from '../../text/format.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable, ItemList } from '../../ui/data-table.tsx';
import { ResultNotice } from '../../ui/notice.tsx';
import { ReceiptActions, useReceiptActions } from '../../ui/receipt-actions.tsx';
import type { AnyMemberAction } from './member-actions.ts';

interface Props {
  details: MemberDetails;
  onAction: (action: AnyMemberAction) => void;
}

type Term = MemberDetails['terms'][number] & Partial<MemberDetails['voidedTerms'][number]>;

/** A voided membership period is struck through. */
const struck =
  (text: (term: Term) => string): Column<Term>['cell'] =>
  (term) =>
    term.voidedAt === undefined ? text(term) : <s>{text(term)}</s>;

const TERM_COLUMNS: readonly Column<Term>[] = [
  { label: 'Type', cell: struck(({ type }) => types[type]), isHeader: true, className: 'nowrap' },
  { label: 'Start date', cell: struck(({ startDate }) => formatShortDate(startDate)), className: 'nowrap' },
  { label: 'End date', cell: struck(({ endDate }) => formatShortDate(endDate)), className: 'nowrap' },
  { label: 'Access method', cell: struck(({ accessMethod }) => methods[accessMethod]) },
  { label: 'Receipt', cell: ({ receiptNumber }) => receiptNumber || NO_VALUE, className: 'nowrap' },
];

/** The current membership periods, then the voided ones. */
export function MemberTerms({ details: { terms, voidedTerms }, onAction }: Props) {
  const rows: readonly Term[] = [...terms, ...voidedTerms];
  return (
    <>
      <h3>Membership periods</h3>
      {rows.length === 0 ? (
        <p className="hint">{texts.noRecords}</p>
      ) : (
        <DataTable
          columns={TERM_COLUMNS}
          rows={rows}
          rowKey={({ reference, voidedAt = '' }) => `${reference} ${voidedAt}`}
          actions={(term) => <TermActions term={term} onAction={onAction} />}
        />
      )}
      <div className="panel__actions">
        <Button kind="outline" isSmall onClick={() => onAction({ kind: 'grant' })}>
          Grant membership period
        </Button>
        <Button kind="outline" isSmall onClick={() => onAction({ kind: 'transfer' })}>
          Record bank transfer
        </Button>
      </div>
    </>
  );
}

function TermActions({ term, onAction }: { term: Term } & Pick<Props, 'onAction'>) {
  const { voidedAt, voidedBy, reason } = term;
  if (voidedAt !== undefined)
    return (
      <p className="hint">
        Voided: {formatLongDate(voidedAt)} · By: {voidedBy} · Reason: {reason}
      </p>
    );
  const until = `membership period until ${formatLongDate(term.endDate)}`;
  return (
    <>
      <Button
        kind="inline"
        aria-label={`Correct ${until}`}
        onClick={() => onAction({ kind: 'correct', term })}
      >
        Correct
      </Button>{' '}
      <Button kind="inline" aria-label={`Void ${until}`} onClick={() => onAction({ kind: 'void', term })}>
        Void
      </Button>
    </>
  );
}

type Payment = MemberDetails['payments'][number];

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
  { label: 'Amount', cell: ({ currency, amountMinorUnits }) => formatMoney(currency, amountMinorUnits) },
  { label: 'State', cell: describeState },
];

/** All payments; a bank transfer can be corrected and voided. */
export function MemberPayments({ details: { payments, member }, onAction }: Props) {
  const actions = useReceiptActions();
  if (payments.length === 0) return null;
  const { uid } = member;
  const receipts: Column<Payment> = {
    label: 'Receipt',
    cell: ({ receipt, creditNote }) =>
      receipt === undefined ? (
        NO_VALUE
      ) : (
        <span>
          <ReceiptActions uid={uid} number={receipt} actions={actions} isSendable />
          {creditNote !== undefined && (
            <>
              <br />
              Cancelled by <ReceiptActions uid={uid} number={creditNote} actions={actions} isSendable />
            </>
          )}
        </span>
      ),
  };
  return (
    <>
      <h3>Payments</h3>
      <ResultNotice notice={actions.notice} />
      <DataTable
        columns={[...PAYMENT_COLUMNS, receipts]}
        rows={payments}
        rowKey={({ paymentId }) => paymentId}
        actions={(payment) => <PaymentActions payment={payment} onAction={onAction} />}
      />
    </>
  );
}

function PaymentActions({ payment, onAction }: { payment: Payment } & Pick<Props, 'onAction'>) {
  const { bankReference, outcome } = payment;
  if (bankReference === undefined || outcome === 'voided') return null;
  return (
    <>
      <Button
        kind="inline"
        aria-label={`Correct bank transfer ${bankReference}`}
        onClick={() => onAction({ kind: 'transfer', payment })}
      >
        Correct
      </Button>{' '}
      <Button
        kind="inline"
        aria-label={`Void bank transfer ${bankReference}`}
        onClick={() => onAction({ kind: 'void-transfer', payment })}
      >
        Void
      </Button>
    </>
  );
}

export function MemberConferences({ details: { conferences }, onAction }: Props) {
  return (
    <>
      <h3>Conferences</h3>
      {conferences.length === 0 ? (
        <p className="hint">{texts.noRecords}</p>
      ) : (
        <ItemList>
          {conferences.map(({ id, name, venue, date }) => (
            <li key={id}>
              <div>
                <strong>{name}</strong>
                <p className="hint">{[venue, date].filter(Boolean).join(', ')}</p>
              </div>
              <Button
                kind="outline"
                isSmall
                aria-label={`Remove ${name}`}
                onClick={() => onAction({ kind: 'remove-conference-record', id, name })}
              >
                Remove
              </Button>
            </li>
          ))}
        </ItemList>
      )}
      <div className="panel__actions">
        <Button kind="outline" isSmall onClick={() => onAction({ kind: 'add-conference-record' })}>
          Add conference
        </Button>
      </div>
    </>
  );
}
