import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getPayments, type SetAside, settlePayment } from '#contract/treasury';
import { call } from '../api/call.ts';
import { setAsideReasons, deskMessages as texts } from '../text/desk-messages.ts';
import { shortDate } from '../ui/dates.ts';
import { Empty } from '../ui/empty.tsx';
import { Failed } from '../ui/failed.tsx';
import { money } from '../ui/money.ts';
import { Note } from '../ui/note.tsx';
import { sentenceOf } from '../ui/sentence-of.ts';
import { Waiting } from '../ui/waiting.tsx';
import { attempt } from './attempt.ts';
import { ReasonDialog } from './reason-dialog.tsx';

/** The treasurer's list: payments that a person has to look at, and the way to be done with one. */
export function PaymentsView({ onOpen }: { onOpen: (uid: string) => void }) {
  const client = useQueryClient();
  const payments = useQuery({ queryKey: ['desk', 'payments'], queryFn: () => call(getPayments) });
  const [settling, setSettling] = useState<SetAside>();
  const [said, setSaid] = useState<string>();

  if (payments.isPending) return <Waiting label={texts.loadingPayments} />;
  if (payments.data === undefined) {
    return (
      <Failed
        message={sentenceOf(payments.error, texts.loadFailed)}
        action="Try again"
        busy={payments.isFetching}
        onAction={() => payments.refetch()}
      />
    );
  }
  const { data } = payments.data;
  const settle = (payment: SetAside) => {
    setSaid(undefined);
    setSettling(payment);
  };
  const done = async (sentence: string) => {
    setSettling(undefined);
    setSaid(sentence);
    await client.invalidateQueries({ queryKey: ['desk'] });
  };
  return (
    <>
      <p>{texts.paymentsLead}</p>
      {said && (
        <Note tone="ok" role="status">
          {said}
        </Note>
      )}
      {data.length === 0 ? (
        <Empty>{texts.noPayments}</Empty>
      ) : (
        <PaymentsTable payments={data} onOpen={onOpen} onSettle={settle} />
      )}
      {settling && (
        <ReasonDialog
          title="Settle the payment"
          text={`${amountOf(settling)}, ${settling.paymentId}. ${texts.settleText}`}
          attempt={(form) =>
            attempt(form, async (text) => {
              await call(settlePayment, { paymentId: settling.paymentId, reason: text('reason') });
              return texts.done;
            })
          }
          onDone={done}
          onCancel={() => setSettling(undefined)}
        />
      )}
    </>
  );
}

const amountOf = ({ currency, amountMinorUnits }: SetAside): string => money(currency, amountMinorUnits);

interface TableProps {
  payments: readonly SetAside[];
  onOpen: (uid: string) => void;
  onSettle: (payment: SetAside) => void;
}

const PaymentsTable = ({ payments, onOpen, onSettle }: TableProps) => (
  <table className="tbl tbl--texts tbl--fold">
    <thead>
      <tr>
        {['Paid', 'Amount', 'Why it is here', 'Member', 'Payment'].map((title) => (
          <th key={title} scope="col">
            {title}
          </th>
        ))}
        <th scope="col">
          <span className="vh">What can be done</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {payments.map((payment) => (
        <tr key={payment.paymentId}>
          <td className="desk__whole" data-l="Paid">
            {shortDate(payment.paidAt)}
          </td>
          <td className="desk__whole" data-l="Amount">
            {amountOf(payment)}
          </td>
          <td data-l="Why it is here">{setAsideReasons[payment.reason]}</td>
          <td data-l="Member">
            <Payer payment={payment} onOpen={onOpen} />
          </td>
          <th className="desk__code" scope="row" data-l="Payment">
            {payment.paymentId}
          </th>
          <td>
            <button className="link" type="button" onClick={() => onSettle(payment)}>
              Settle<span className="vh"> the payment {payment.paymentId}</span>
            </button>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

function Payer({
  payment: { about, reference },
  onOpen,
}: { payment: SetAside } & Pick<TableProps, 'onOpen'>) {
  if (about?.username === undefined)
    return about?.uid ?? (reference === '' ? 'Unknown' : `Reference ${reference}`);
  return (
    <button className="link" type="button" onClick={() => onOpen(about.uid)}>
      {about.username}
    </button>
  );
}
