// biome-ignore-all lint/a11y/noRedundantRoles: a table that folds would lose what it is
import type { ReactNode } from 'react';
import type { MembershipRecord } from '#contract/membership';
import { Note } from '../../components/notice.tsx';
import { shortDate } from '../../text/dates.ts';
import { Receipt } from './receipt.tsx';
import { useReceipt } from './use-receipt.ts';

type Receipts = ReturnType<typeof useReceipt>;

const columns: readonly {
  label: string;
  cell: (record: MembershipRecord, receipts: Receipts) => ReactNode;
}[] = [
  { label: 'Type', cell: ({ type }) => type },
  { label: 'Access method', cell: ({ accessMethod }) => accessMethod },
  { label: 'Transaction date', cell: ({ transactionDate }) => shortDate(transactionDate) },
  {
    label: 'Receipt',
    cell: (record, { opening, openReceipt }) => (
      <Receipt record={record} busy={opening === record.receiptNumber} onOpen={openReceipt} />
    ),
  },
  { label: 'Start date', cell: ({ startDate }) => shortDate(startDate) },
  { label: 'End date', cell: ({ endDate }) => shortDate(endDate) },
  { label: 'Expires', cell: ({ expireDate }) => shortDate(expireDate) },
];

/** One row for a term; on small screens one block. */
export function RecordsTable({ records }: { records: readonly MembershipRecord[] }) {
  const receipts = useReceipt();
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className="scroll" tabIndex={0} aria-label="Membership records">
        <table className="tbl tbl--fold" role="table">
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
                {columns.map(({ label, cell }, place) =>
                  place === 0 ? (
                    <th key={label} role="rowheader" scope="row" data-l={label}>
                      {cell(record, receipts)}
                    </th>
                  ) : (
                    <td key={label} role="cell" data-l={label}>
                      {cell(record, receipts)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {receipts.said && (
        <Note tone="warn" role="alert">
          {receipts.said}
        </Note>
      )}
    </>
  );
}
