import { useQueryClient } from '@tanstack/react-query';
import { getPaymentsForReview, type PaymentForReview, resolvePayment } from '#contract/payments';
import { formatShortDate } from '#shared/hong-kong';
import { FORMER_MEMBER } from '#shared/ledger';
import { formatMoney } from '#shared/money';
import { request } from '../../api/client.ts';
import { ApiError } from '../../api/http.ts';
import { resolveText, reviewReasons, adminMessages as texts } from '../../text/admin-members.ts';
import { errorSentence } from '../../text/errors.ts';
import { ledgerMessages } from '../../text/ledger.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { type Column, RowActions } from '../../ui/data-table.tsx';
import { ResultNotice } from '../../ui/notice.tsx';
import { ResourceList } from '../../ui/resource-list.tsx';
import { memberPath, RowLink } from '../../ui/row-link.tsx';
import { useItemDialog } from '../../ui/use-item-dialog.ts';
import { ADMIN_DATA } from '../../ui/use-member.ts';

type Payment = PaymentForReview;

/** Payments that an administrator must review, the oldest first. */
export function ReviewList() {
  const client = useQueryClient();
  const { item: selected, notice, open, close, done } = useItemDialog<Payment>();
  return (
    <>
      <p>{texts.paymentsIntro}</p>
      <ResourceList
        queryKey={[...ADMIN_DATA, 'payments']}
        fetchPage={async (cursor) => (await request(getPaymentsForReview, { cursor })).data}
        words={{
          waiting: texts.loadingPayments,
          none: texts.noPayments,
          one: '1 payment',
          other: '{n} payments',
        }}
        columns={COLUMNS}
        rowKey={({ paymentId }) => paymentId}
        actions={(payment) => (
          <RowActions about={`payment ${nameOf(payment)}`} actions={[['Resolve', () => open(payment)]]} />
        )}
        isShort
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
              {resolveText(selected)}
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
          onDone={async (sentence) => {
            done(sentence);
            await client.invalidateQueries({ queryKey: ADMIN_DATA });
          }}
          onCancel={close}
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
