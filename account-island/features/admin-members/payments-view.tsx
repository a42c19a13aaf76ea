import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getPaymentsForReview, resolvePayment, type SetAside } from '#contract/treasury';
import { formatMoney } from '#shared/money';
import { request } from '../../api/client.ts';
import { TableHead } from '../../components/data-table.tsx';
import { Notice } from '../../components/notice.tsx';
import { Pager } from '../../components/pager.tsx';
import { EmptyState, QueryState } from '../../components/query-state.tsx';
import { useCursorPages } from '../../hooks/use-cursor-pages.ts';
import { setAsideReasons, deskMessages as texts } from '../../text/admin-members.ts';
import { formatDay } from '../../text/dates.ts';
import { ReasonDialog } from './reason-dialog.tsx';

/** The treasurer's list: payments that a person has to look at, and the way to be done with one. */
export function PaymentsPanel({ onOpen }: { onOpen: (uid: string) => void }) {
  const client = useQueryClient();
  const { query, pager } = useCursorPages({
    queryKey: ['desk', 'payments'],
    fetchPage: async (cursor) => (await request(getPaymentsForReview, { cursor })).data,
  });
  const [settling, setSettling] = useState<SetAside>();
  const [notice, setNotice] = useState<string>();

  const settle = (payment: SetAside) => {
    setNotice(undefined);
    setSettling(payment);
  };
  const done = async (sentence: string) => {
    setSettling(undefined);
    setNotice(sentence);
    await client.invalidateQueries({ queryKey: ['desk'] });
  };
  return (
    <>
      <p>{texts.paymentsLead}</p>
      {notice && (
        <Notice tone="ok" role="status">
          {notice}
        </Notice>
      )}
      <QueryState query={query} waiting={texts.loadingPayments} failed={texts.loadFailed}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>{texts.noPayments}</EmptyState>
          ) : (
            <PaymentsTable payments={items} onOpen={onOpen} onSettle={settle} />
          )
        }
      </QueryState>
      <Pager {...pager} one="1 payment" other="{n} payments" />
      {settling && (
        <ReasonDialog
          title="Settle the payment"
          text={`${amountOf(settling)}, ${settling.paymentId}. ${texts.settleText}`}
          act={async (text) => {
            await request(resolvePayment, { paymentId: settling.paymentId, reason: text('reason') });
            return texts.done;
          }}
          onDone={done}
          onCancel={() => setSettling(undefined)}
        />
      )}
    </>
  );
}

const amountOf = ({ currency, amountMinorUnits }: SetAside): string =>
  formatMoney(currency, amountMinorUnits);

interface TableProps {
  payments: readonly SetAside[];
  onOpen: (uid: string) => void;
  onSettle: (payment: SetAside) => void;
}

const PaymentsTable = ({ payments, onOpen, onSettle }: TableProps) => (
  <table className="table table--wrap table--stacked">
    <TableHead titles={['Paid', 'Amount', 'Why it is here', 'Member', 'Payment']} acts="What can be done" />
    <tbody>
      {payments.map((payment) => (
        <tr key={payment.paymentId}>
          <td className="nowrap" data-label="Paid">
            {formatDay(payment.paidAt)}
          </td>
          <td className="nowrap" data-label="Amount">
            {amountOf(payment)}
          </td>
          <td data-label="Why it is here">{setAsideReasons[payment.reason]}</td>
          <td data-label="Member">
            <PayerLink payment={payment} onOpen={onOpen} />
          </td>
          <th className="code" scope="row" data-label="Payment">
            {payment.paymentId}
          </th>
          <td>
            <button className="text-button" type="button" onClick={() => onSettle(payment)}>
              Settle<span className="visually-hidden"> the payment {payment.paymentId}</span>
            </button>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

function PayerLink({
  payment: { about, reference },
  onOpen,
}: { payment: SetAside } & Pick<TableProps, 'onOpen'>) {
  if (about?.username === undefined)
    return about?.uid ?? (reference === '' ? 'Unknown' : `Reference ${reference}`);
  return (
    <button className="text-button" type="button" onClick={() => onOpen(about.uid)}>
      {about.username}
    </button>
  );
}
