// biome-ignore-all lint/a11y/noRedundantRoles: a stacked table would lose its roles

import type { ReactNode } from 'react';
import type { MembershipRecord } from '#contract/membership';
import { getReceipt, ReceiptNumber } from '#contract/payments';
import { formatLongDate } from '#shared/hong-kong';
import { request } from '../../api/client.ts';
import { ExternalLink, parseWebAddress } from '../../components/external-link.tsx';
import { Notice } from '../../components/notice.tsx';
import { useAction } from '../../hooks/use-action.ts';
import { errorSentence } from '../../text/errors.ts';
import { membershipMessages as texts } from '../../text/membership.ts';

type Receipts = ReturnType<typeof useReceipt>;

const columns: readonly {
  label: string;
  cell: (record: MembershipRecord, receipts: Receipts) => ReactNode;
}[] = [
  { label: 'Type', cell: ({ type }) => type },
  { label: 'Access method', cell: ({ accessMethod }) => accessMethod },
  { label: 'Transaction date', cell: ({ transactionDate }) => formatLongDate(transactionDate) },
  {
    label: 'Receipt',
    cell: (record, { opening, openReceipt }) => (
      <Receipt record={record} busy={opening === record.receiptNumber} onOpen={openReceipt} />
    ),
  },
  { label: 'Start date', cell: ({ startDate }) => formatLongDate(startDate) },
  { label: 'End date', cell: ({ endDate }) => formatLongDate(endDate) },
];

/** One row for each membership period, a block on small screens. */
export function MembershipRecords({ records }: { records: readonly MembershipRecord[] }) {
  const receipts = useReceipt();
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
  if (receiptNumber === '' && receiptUrl === '') return texts.none;
  return (
    <div className="receipts">
      {isOurs ? (
        <button
          className="form__link"
          type="button"
          aria-busy={busy || undefined}
          onClick={() => onOpen(receiptNumber)}
        >
          <span className="visually-hidden">Receipt </span>
          {receiptNumber}
        </button>
      ) : (
        <span>{receiptNumber}</span>
      )}
      {receiptUrl && <ExternalLink address={receiptUrl}>{texts.cardReceipt}</ExternalLink>}
    </div>
  );
}

/** Opens one of our own receipts in a new tab; `failure` is the sentence if it cannot be opened. */
function useReceipt() {
  const openReceipt = useAction(async (number: string) => {
    // Opened during the click: a browser would block a tab that opens after the reply.
    const tab = open('', '_blank');
    try {
      const { code, msg, data } = await request(getReceipt, { number });
      const link = code === 1 && parseWebAddress(data?.url ?? '');
      if (!tab || !link) {
        tab?.close();
        return code === 1 ? texts.receiptFailed : msg;
      }
      tab.opener = null;
      tab.location.replace(link.href);
      return undefined;
    } catch (error) {
      tab?.close();
      return errorSentence(error, texts.receiptFailed);
    }
  });
  return {
    opening: openReceipt.isBusy ? openReceipt.input : undefined,
    failure: openReceipt.result,
    openReceipt: openReceipt.start,
  };
}
