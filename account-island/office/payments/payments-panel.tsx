import { useSearchParams } from 'react-router-dom';
import { exportLedger } from '#contract/ledger';
import { getPaymentsForReview, type PaymentForReview as Payment, resolvePayment } from '#contract/payments';
import { formatShortDate } from '#shared/hong-kong';
import { FORMER_MEMBER } from '#shared/ledger';
import { formatMoney } from '#shared/money';
import { request } from '../../api/client.ts';
import { ApiError } from '../../api/http.ts';
import { memberActions, reviewReasons, adminMessages as texts } from '../../text/admin-members.ts';
import { errorSentence } from '../../text/errors.ts';
import { ledgerMessages } from '../../text/ledger.ts';
import type { PageProps } from '../../text/membership.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, RowActions } from '../../ui/data-table.tsx';
import { ExportButton } from '../../ui/download.tsx';
import { ResultNotice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ResourceList } from '../../ui/resource-list.tsx';
import { memberPath, RowLink } from '../../ui/row-link.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useDashboard } from '../../ui/use-dashboard.ts';
import { useItemDialog } from '../../ui/use-item-dialog.ts';
import { ADMIN_DATA } from '../../ui/use-member.ts';
import { RecordTransfer } from '../members/transfer-dialog.tsx';
import { LedgerView, REVIEW, useLedgerFilter } from './ledger-view.tsx';

/** All payments of a year, and those to review. The view is part of the address, so that Back leads to it. */
export default function PaymentsPanel({ fees }: PageProps) {
  const [parameters] = useSearchParams();
  const ledger = useLedgerFilter();
  const { item: isRecording, notice, setNotice, open, end } = useItemDialog<true>(ADMIN_DATA);
  const waiting = useDashboard().data?.tasks.find(({ task }) => task === 'payments-for-review')?.count;
  const isReview = parameters.has('review');
  const { year } = ledger.filter;
  return (
    <Panel
      title="Payments"
      actions={
        <>
          {!isReview && <ExportButton load={() => request(exportLedger, { year })} onNotice={setNotice} />}
          <Button isSmall onClick={() => open(true)}>
            {memberActions['record-bank-transfer'].title}
          </Button>
        </>
      }
    >
      <Tabs
        label="Payments"
        views={{
          all: ['All payments', { search: '' }],
          review: [waiting ? `To review (${waiting})` : 'To review', REVIEW],
        }}
        shown={isReview ? 'review' : 'all'}
      />
      <ResultNotice notice={notice} />
      {isReview ? <ReviewList /> : <LedgerView {...ledger} />}
      {isRecording && <RecordTransfer fees={fees} onEnd={end} />}
    </Panel>
  );
}

/** Payments that an administrator must review, the oldest first. */
function ReviewList() {
  const { item: selected, notice, open, end } = useItemDialog<Payment>(ADMIN_DATA);
  return (
    <>
      <p>{texts.paymentsIntro}</p>
      <ResourceList
        queryKey={[...ADMIN_DATA, 'payments']}
        fetchPage={async (cursor) => (await request(getPaymentsForReview, { cursor })).data}
        words={{ none: texts.noPayments, one: '1 payment', other: '{n} payments' }}
        columns={COLUMNS}
        rowKey={({ paymentId }) => paymentId}
        actions={(payment) => (
          <RowActions about={`payment ${nameOf(payment)}`} actions={[['Resolve', () => open(payment)]]} />
        )}
      >
        <ResultNotice notice={notice} />
      </ResourceList>
      {selected && (
        <ActionDialog
          title={texts.resolveTitle}
          text={
            <>
              {amountOf(selected)} · {nameOf(selected)}
              <br />
              {texts.resolveText(selected)}
            </>
          }
          request={{ schema: resolvePayment.request, read: () => ({ paymentId: selected.paymentId }) }}
          run={async (input) => {
            try {
              await request(resolvePayment, input);
            } catch (error) {
              // The list is read again, and has nothing more to resolve.
              if (error instanceof ApiError && error.is('payment-not-in-review')) return errorSentence(error);
              throw error;
            }
            return texts.resolved;
          }}
          onEnd={end}
        />
      )}
    </>
  );
}

/** The reference on the bank statement, or the provider's id. */
const nameOf = ({ bankReference, paymentId }: Payment): string => bankReference || paymentId;
const amountOf = ({ currency, amountMinorUnits }: Payment): string => formatMoney(currency, amountMinorUnits);

const COLUMNS: readonly Column<Payment>[] = [
  { label: 'Paid on', cell: ({ paidAt }) => formatShortDate(paidAt), className: 'nowrap' },
  { label: 'Member', cell: (payment) => <PayerLink payment={payment} /> },
  { label: 'Payment', cell: nameOf, isHeader: true, className: 'code' },
  { label: 'Reason', cell: ({ reason }) => reviewReasons[reason] },
  { label: 'Amount', cell: amountOf, className: 'amount' },
];

function PayerLink({ payment: { about, paymentId, reference } }: { payment: Payment }) {
  if (about === undefined) return reference === '' ? 'Unknown' : `Reference: ${reference}`;
  if (about.username === undefined) return `${FORMER_MEMBER}, membership ID ${about.uid}`;
  return (
    <RowLink to={memberPath(about.uid)} row={paymentId} backLabel={ledgerMessages.back}>
      {about.username}
    </RowLink>
  );
}
