import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { getMembership, type PaymentLink } from '#contract/membership';
import { confirmPayment } from '#contract/payments';
import { request } from '../../api/client.ts';
import { todayInHongKong } from '../../text/dates.ts';
import { errorSentence } from '../../text/errors.ts';
import {
  membershipErrors,
  type PageProps,
  membershipMessages as texts,
  underReviewText,
} from '../../text/membership.ts';
import { ContactLink } from '../../ui/external-link.tsx';
import { Icon, icons } from '../../ui/icon.tsx';
import { importWithTimeout } from '../../ui/lazy-part.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, LoadError, Loading, QueryError } from '../../ui/query-state.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useMember } from '../../ui/use-member.ts';
import { MembershipRecords } from './membership-records.tsx';
import { MembershipStatusSummary } from './membership-status.tsx';
import { ConfirmPaymentDialog, PaymentOptions } from './payment-options.tsx';

const MembershipCard = lazy(() => importWithTimeout(() => import('./membership-card.tsx')));

/** The member's status, records and payment. */
export default function MembershipPanel({ contact }: PageProps) {
  const membership = useMembership();
  const [paying, setPaying] = useState<PaymentLink>();
  const check = usePaymentCheck(membership.refetch);

  const pay = (link: PaymentLink) => {
    open(link.url, '_blank', 'noopener');
    check.reset();
    setPaying(link);
  };
  // The dialog of the payment stays closed.
  const checkAgain = () => {
    setPaying(undefined);
    check.start();
  };
  const actions = <CheckPaymentButton busy={check.isBusy} onCheck={() => check.start()} />;
  const { data } = membership;
  const day = todayInHongKong();

  return (
    <Panel title="Membership Status" actions={actions}>
      <PaymentCheckNotice check={check} onRetry={checkAgain} />
      {membership.isPending && <Loading label={texts.loading} />}
      {membership.error && !check.error && (
        <QueryError query={membership} message={errorSentence(membership.error, membershipErrors)} />
      )}
      {data && (
        <>
          <MembershipStatusSummary records={data.data} links={data.payment.links} today={day} />
          {data.paymentsUnderReview.map((payment) => (
            <Notice key={payment.paymentId} tone="warning">
              {underReviewText(payment)} {texts.reviewFollows} {texts.questions}{' '}
              <ContactLink address={contact} />.
            </Notice>
          ))}
          {data.data.length + data.cancelledReceipts.length > 0 ? (
            <MembershipRecords records={data.data} cancelledReceipts={data.cancelledReceipts} />
          ) : (
            <EmptyState>{texts.noRecords}</EmptyState>
          )}
          <PaymentOptions
            contact={contact}
            payment={data.payment}
            records={data.data}
            today={day}
            onPay={pay}
          />
          {data.data.length > 0 && (
            <Suspense fallback={<Loading label={texts.loading} />}>
              <MembershipCard />
            </Suspense>
          )}
        </>
      )}
      {paying && !check.result && !check.error && (
        <ConfirmPaymentDialog
          link={paying}
          busy={check.isBusy}
          onConfirm={() => check.start()}
          onCancel={() => setPaying(undefined)}
        />
      )}
    </Panel>
  );
}

/** Checks for a payment that the membership does not include yet. */
const CheckPaymentButton = ({ busy, onCheck }: { busy: boolean; onCheck: () => void }) => (
  <button
    className="icon-button icon-button--outline"
    type="button"
    aria-label={texts.check}
    title={texts.check}
    aria-busy={busy || undefined}
    onClick={() => busy || onCheck()}
  >
    <Icon path={icons.renew} />
  </button>
);

const usePaymentCheck = (refetch: () => Promise<unknown>) =>
  useAction(
    async () => {
      try {
        return await request(confirmPayment);
      } finally {
        await refetch();
      }
    },
    { failed: (error) => errorSentence(error, texts.checkFailed) },
  );

/** The result of a payment check. It scrolls into view, and takes the focus if the button that had it was removed. */
function PaymentCheckNotice({
  check,
  onRetry,
}: {
  check: ReturnType<typeof usePaymentCheck>;
  onRetry: () => void;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const isOver = check.result !== undefined || check.error !== null;

  useEffect(() => {
    if (!isOver) return;
    ref.current?.scrollIntoView({ block: 'nearest' });
    if (document.activeElement === document.body) ref.current?.focus();
  }, [isOver]);

  return (
    <div ref={ref} className="outcome" tabIndex={-1}>
      <p className="visually-hidden" role="status">
        {check.isBusy && texts.checking}
      </p>
      {check.result?.success && (
        <Notice tone="success" role="alert">
          {check.result.message}
        </Notice>
      )}
      {check.result?.success === false && (
        <LoadError tone="warning" message={check.result.message} action="Check again" onAction={onRetry} />
      )}
      {check.notice && <LoadError message={check.notice.text} action="Try again" onAction={onRetry} />}
    </div>
  );
}

function useMembership() {
  // The payment options depend on it.
  const { emailVerified } = useMember();
  return useQuery({ queryKey: ['membership', emailVerified], queryFn: () => request(getMembership) });
}
