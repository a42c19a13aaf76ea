import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type CancelledReceipt, getMembership, type MembershipRecord } from '#contract/membership';
import { getReceipt, ReceiptNumber } from '#contract/payments';
import { formatShortDate } from '#shared/hong-kong';
import { request } from '../../api/client.ts';
import { NO_VALUE } from '../../text/format.ts';
import { membershipMessages as texts } from '../../text/membership.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useMember } from '../../ui/use-member.ts';
import { useReceipt } from '../../ui/use-receipt.ts';

/** The member's records and payments. */
export function useMembership() {
  // The payment options depend on it.
  const { emailVerified } = useMember();
  return useQuery({ queryKey: ['membership', emailVerified], queryFn: () => request(getMembership) });
}

interface Props {
  records: readonly MembershipRecord[];
  cancelledReceipts: readonly CancelledReceipt[];
}

/** One row for each membership period. */
export function MembershipRecords({ records, cancelledReceipts }: Props) {
  const { open, failure } = useOwnReceipts();
  return (
    <>
      <DataTable
        rows={records}
        rowKey={({ id }) => id}
        columns={[
          { label: 'Type', cell: ({ type }) => type, isHeader: true },
          { label: 'Paid by', cell: ({ accessMethod }) => PAYMENTS[accessMethod] },
          { label: 'Transaction date', cell: ({ transactionDate }) => formatShortDate(transactionDate) },
          { label: 'Receipt', cell: (record) => receiptsOf(record, open) },
          { label: 'Start date', cell: ({ startDate }) => formatShortDate(startDate) },
          { label: 'End date', cell: ({ endDate }) => formatShortDate(endDate) },
        ]}
      />
      {cancelledReceipts.map(({ receipt, creditNote }) => (
        <p key={creditNote} className="hint">
          {texts.cancelledReceipt} {open(receipt)}. {texts.creditNote} {open(creditNote)}.
        </p>
      ))}
      {failure}
    </>
  );
}

const PAYMENTS: Record<MembershipRecord['accessMethod'], string> = {
  'Online payment': 'Card',
  'Bank transfer': 'Bank transfer',
  Granted: texts.granted,
  Imported: texts.imported,
};

export const hasOwnReceipt = ({ receiptNumber }: MembershipRecord): boolean =>
  ReceiptNumber.safeParse(receiptNumber).success;

/** Our own receipt by its number, and the provider's page about the payment. */
function receiptsOf(record: MembershipRecord, open: (number: string) => ReactNode): ReactNode {
  const { receiptNumber, receiptUrl } = record;
  if (receiptNumber === '' && receiptUrl === '') return NO_VALUE;
  return (
    <div className="receipts">
      {hasOwnReceipt(record) ? open(receiptNumber) : <span>{receiptNumber}</span>}
      {receiptUrl && <ExternalLink address={receiptUrl}>{texts.cardReceipt}</ExternalLink>}
    </div>
  );
}

/** Buttons that open the member's own receipts, and the notice that one did not open. */
export function useOwnReceipts() {
  const { opening, failure, openReceipt } = useReceipt((input: { number: string }) =>
    request(getReceipt, input),
  );
  return {
    open: (number: string): ReactNode => (
      <Button kind="link" isBusy={opening === number} onClick={() => openReceipt({ number })}>
        <span className="visually-hidden">Receipt </span>
        {number}
      </Button>
    ),
    failure: failure && (
      <Notice tone="warning" role="alert">
        {failure}
      </Notice>
    ),
  };
}
