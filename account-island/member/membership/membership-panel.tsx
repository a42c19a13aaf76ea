import { useEffect, useRef, useState } from 'react';
import type { PaymentLink } from '#contract/membership';
import { confirmPayment } from '#contract/payments';
import { request } from '../../api/client.ts';
import { errorSentence, type NoticeMessage } from '../../text/errors.ts';
import { todayInHongKong } from '../../text/format.ts';
import { membershipErrors, type PageProps, membershipMessages as texts } from '../../text/membership.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ContactLink } from '../../ui/external-link.tsx';
import { IconButton, icons } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Notice, ResultNotice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loading, QueryError } from '../../ui/query-state.tsx';
import { useAction } from '../../ui/use-action.ts';
import { MembershipRecords, useMembership } from './membership-records.tsx';
import { membershipStatus, Standing } from './membership-status.tsx';
import { PaymentOptions } from './payment-options.tsx';
import { VerifyEmail } from './verify-email.tsx';

const MembershipCard = lazyPart(() => import('./membership-card.tsx'));

/** The member's status, records and payment. */
export default function MembershipPanel({ contact }: PageProps) {
  const membership = useMembership();
  const [paying, setPaying] = useState<PaymentLink>();
  const check = usePaymentCheck(membership.refetch, () => setPaying(undefined));

  const pay = (link: PaymentLink) => {
    open(link.url, '_blank', 'noopener');
    check.forget();
    setPaying(link);
  };
  const actions = (
    <IconButton
      isOutlined
      path={icons.renew}
      label={texts.check}
      isBusy={check.isBusy}
      onClick={() => check.start()}
    />
  );
  const { data } = membership;
  const today = todayInHongKong();
  const payment = data && (
    <PaymentOptions contact={contact} payment={data.payment} records={data.data} today={today} onPay={pay} />
  );

  return (
    <Panel title="Membership Status" actions={actions}>
      <VerifyEmail />
      <PaymentCheckOutcome check={check} />
      {membership.isPending && <Loading />}
      {membership.error && check.outcome?.tone !== 'danger' && (
        <QueryError query={membership} failed={membershipErrors} />
      )}
      {data && (
        <>
          <Standing records={data.data} links={data.payment.links} today={today} />
          {data.paymentsUnderReview.map((review) => (
            <Notice key={review.paymentId} tone="warning">
              {texts.underReviewText(review)} {texts.reviewFollows} {texts.questions}{' '}
              <ContactLink address={contact} />.
            </Notice>
          ))}
          {data.data.length + data.cancelledReceipts.length > 0 ? (
            <>
              <MembershipRecords records={data.data} cancelledReceipts={data.cancelledReceipts} />
              {payment}
            </>
          ) : (
            <>
              {payment}
              <p className="no-records">{texts.noRecords}</p>
            </>
          )}
          {data.data.length > 0 && (
            <MembershipCard isActive={membershipStatus(data.data, today).state === 'active'} />
          )}
        </>
      )}
      {paying && (
        <ConfirmDialog
          title={texts.confirmTitle}
          text={
            <>
              {texts.confirmText} {texts.pageNotOpen}{' '}
              <a href={paying.url} target="_blank" rel="noopener">
                {texts.openPage}
              </a>
            </>
          }
          label={check.isBusy ? 'Confirming...' : 'Confirm'}
          busy={check.isBusy}
          onConfirm={() => check.start()}
          onCancel={() => setPaying(undefined)}
        />
      )}
    </Panel>
  );
}

/** What a check has found; until a payment is found, with a button to look again. */
function PaymentCheckOutcome({ check }: { check: ReturnType<typeof usePaymentCheck> }) {
  const { outcome, isBusy, isLooking } = check;
  const isMissing = outcome?.tone === 'warning';
  return (
    <>
      <p className="visually-hidden" role="status">
        {isBusy && !outcome && texts.checking}
      </p>
      <ResultNotice notice={outcome} />
      {outcome && outcome.tone !== 'success' && (
        <div className="panel__actions">
          <Button kind="outline" isBusy={isBusy} onClick={() => check.start()}>
            {isMissing ? 'Check again' : 'Try again'}
          </Button>
          {isMissing && <p className="hint">{isLooking ? texts.looking : texts.looksOnReturn}</p>}
        </div>
      )}
    </>
  );
}

const CHECK_EVERY_MS = 5000;
const CHECK_FOR_MS = 120_000;

/**
 * Asks the server for a payment that the membership does not include yet, then reads the membership again. One that is not
 * found is looked for again every 5 s for 2 minutes, and whenever the member comes back to the page.
 */
function usePaymentCheck(refetch: () => Promise<unknown>, onSettled: () => void) {
  const [outcome, setOutcome] = useState<NoticeMessage>();
  const [isLooking, setIsLooking] = useState(false);
  const settle = (next: NoticeMessage) => {
    setOutcome(next);
    onSettled();
  };
  const check = useAction(
    async () => {
      try {
        return await request(confirmPayment);
      } finally {
        await refetch();
      }
    },
    {
      onSuccess: ({ success, message }) => settle({ tone: success ? 'success' : 'warning', text: message }),
      onError: (error) => settle({ tone: 'danger', text: errorSentence(error, texts.checkFailed) }),
    },
  );

  const start = useRef(check.start);
  useEffect(() => {
    start.current = check.start;
  });
  const isMissing = outcome?.tone === 'warning';
  useEffect(() => {
    if (!isMissing) return undefined;
    setIsLooking(true);
    const look = () => start.current();
    const timer = setInterval(look, CHECK_EVERY_MS);
    const end = setTimeout(() => {
      clearInterval(timer);
      setIsLooking(false);
    }, CHECK_FOR_MS);
    addEventListener('focus', look);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
      removeEventListener('focus', look);
    };
  }, [isMissing]);

  return { ...check, outcome, isLooking, forget: () => setOutcome(undefined) };
}
