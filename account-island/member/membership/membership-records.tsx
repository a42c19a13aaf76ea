// biome-ignore-all lint/a11y/noRedundantRoles: a stacked table would lose its roles

import type { ReactNode } from 'react';
import type { CancelledReceipt, MembershipRecord } from '#contract/membership';
import { getReceipt, ReceiptNumber } from '#contract/payments';
import { formatShortDate } from '#shared/hong-kong';
import { request } from '../../api/client.ts';
import { NO_VALUE } from '../../text/format.ts';
import { membershipMessages as texts } from '../../text/membership.ts';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useReceipt } from '../../ui/use-receipt.ts';

type Receipts = ReturnType<typeof useReceipt<{ number: string }>>;

const columns: readonly {
  label: string;
  cell: (record: MembershipRecord, receipts: Receipts) => ReactNode;
}[] = [
  { label: 'Type', cell: ({ type }) => type },
  {
    label: 'Paid by',
    cell: ({ accessMethod }) => (accessMethod === 'Online payment' ? 'Card' : accessMethod),
  },
  { label: 'Transaction date', cell: ({ transactionDate }) => formatShortDate(transactionDate) },
  {
    label: 'Receipt',
    cell: (record, { opening, openReceipt }) => (
      <Receipt
        record={record}
        busy={opening === record.receiptNumber}
        onOpen={(number) => openReceipt({ number })}
      />
    ),
  },
  { label: 'Start date', cell: ({ startDate }) => formatShortDate(startDate) },
  { label: 'End date', cell: ({ endDate }) => formatShortDate(endDate) },
];

/** One row for each membership period, a block on small screens. */
export function MembershipRecords({
  records,
  cancelledReceipts,
}: {
  records: readonly MembershipRecord[];
  cancelledReceipts: readonly CancelledReceipt[];
}) {
  const receipts = useReceipt((input: { number: string }) => request(getReceipt, input));
  const open = (number: string) => (
    <OwnReceipt
      number={number}
      busy={receipts.opening === number}
      onOpen={() => receipts.openReceipt({ number })}
    />
  );
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className="scroll" tabIndex={0} aria-label="Membership records">
        <table className="table table--stacked" role="table">
          <thead role="rowgroup">
            <tr role="row">
              {columns.map(({ label }) => (
                <th key={label} role="columnheader" scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {records.map((record) => (
              <tr key={record.id} role="row">
                {columns.map(({ label, cell }, index) =>
                  index === 0 ? (
                    <th key={label} role="rowheader" scope="row" data-label={label}>
                      {cell(record, receipts)}
                    </th>
                  ) : (
                    <td key={label} role="cell" data-label={label}>
                      {cell(record, receipts)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {cancelledReceipts.map(({ receipt, creditNote }) => (
        <p key={creditNote} className="hint">
          {texts.cancelledReceipt} {open(receipt)}. {texts.creditNote} {open(creditNote)}.
        </p>
      ))}
      {receipts.failure && (
        <Notice tone="warning" role="alert">
          {receipts.failure}
        </Notice>
      )}
    </>
  );
}

interface ReceiptProps {
  record: MembershipRecord;
  busy: boolean;
  onOpen: (number: string) => void;
}

/** Our own receipt by its number, and the provider's page about the payment. */
function Receipt({ record: { receiptNumber, receiptUrl }, busy, onOpen }: ReceiptProps) {
  const isOurs = ReceiptNumber.safeParse(receiptNumber).success;
  if (receiptNumber === '' && receiptUrl === '') return NO_VALUE;
  return (
    <div className="receipts">
      {isOurs ? (
        <OwnReceipt number={receiptNumber} busy={busy} onOpen={() => onOpen(receiptNumber)} />
      ) : (
        <span>{receiptNumber}</span>
      )}
      {receiptUrl && <ExternalLink address={receiptUrl}>{texts.cardReceipt}</ExternalLink>}
    </div>
  );
}

const OwnReceipt = ({ number, busy, onOpen }: { number: string; busy: boolean; onOpen: () => void }) => (
  <button className="form__link" type="button" aria-busy={busy || undefined} onClick={onOpen}>
    <span className="visually-hidden">Receipt </span>
    {number}
  </button>
);
