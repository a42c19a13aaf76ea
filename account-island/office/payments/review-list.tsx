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
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ResultNotice } from '../../ui/notice.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, QueryState } from '../../ui/query-state.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { memberPath, RowLink } from '../../ui/row-link.tsx';
import { useCursorPages } from '../../ui/use-cursor-pages.ts';
import { useItemDialog } from '../../ui/use-item-dialog.ts';
import { ADMIN_DATA } from '../../ui/use-member.ts';

type Payment = PaymentForReview;

/** Payments that an administrator must review, the oldest first. */
export function ReviewList() {
  const client = useQueryClient();
  const { query, pager } = useCursorPages({
    queryKey: [...ADMIN_DATA, 'payments'],
    fetchPage: async (cursor) => (await request(getPaymentsForReview, { cursor })).data,
  });
  const { item: selected, notice, open, close, done } = useItemDialog<Payment>();
  const end = async (sentence: string) => {
    done(sentence);
    await client.invalidateQueries({ queryKey: ADMIN_DATA });
  };
  return (
    <>
      <p>{texts.paymentsIntro}</p>
      <ResultNotice notice={notice} />
      <QueryState query={query} waiting={texts.loadingPayments} failed={texts.loadFailed}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>{texts.noPayments}</EmptyState>
          ) : (
            <DataTable
              columns={COLUMNS}
              rows={items}
              rowKey={({ paymentId }) => paymentId}
              actions={(payment) => (
                <Button
                  kind="inline"
                  aria-label={`Resolve payment ${nameOf(payment)}`}
                  onClick={() => open(payment)}
                >
                  Resolve
                </Button>
              )}
            />
          )
        }
      </QueryState>
      <Pager {...pager} one="1 payment" other="{n} payments" />
      {selected && (
        <ReasonDialog
          title={texts.resolveTitle}
          text={
            <>
              {amountOf(selected)} · {nameOf(selected)}
              <br />
              {resolveText(selected)}
            </>
          }
          run={async (text) => {
            const { paymentId } = selected;
            try {
              await request(resolvePayment, { paymentId, reason: text('reason') });
            } catch (error) {
              // The list is read again, and has nothing more to resolve.
              if (error instanceof ApiError && error.is('payment-not-in-review')) return errorSentence(error);
              throw error;
            }
            return texts.resolved;
          }}
          onDone={end}
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
  {
    label: 'Paid on',
    cell: ({ paidAt }) => formatShortDate(paidAt),
    className: 'nowrap',
  },
  { label: 'Amount', cell: amountOf, className: 'nowrap' },
  { label: 'Reason', cell: ({ reason }) => reviewReasons[reason] },
  { label: 'Member', cell: (payment) => <PayerLink payment={payment} /> },
  { label: 'Payment', cell: nameOf, isHeader: true, className: 'code' },
];

function PayerLink({ payment: { about, paymentId, reference } }: { payment: Payment }) {
  if (about === undefined) return reference === '' ? 'Unknown' : `Reference: ${reference}`;
  if (about.username === undefined)
    return (
      <>
        {FORMER_MEMBER}
        <br />
        <small>Membership ID {about.uid}</small>
      </>
    );
  return (
    <RowLink to={memberPath(about.uid)} row={paymentId} backLabel={ledgerMessages.back}>
      {about.username}
    </RowLink>
  );
}
