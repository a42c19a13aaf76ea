import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { PaymentLink } from '#contract/membership';
import { confirmPayment } from '#contract/payments';
import { call } from '../../api/client.ts';
import { Empty } from '../../components/empty.tsx';
import { loadPart } from '../../components/lazy-part.tsx';
import { Failed } from '../../components/loading.tsx';
import { Panel } from '../../components/panel.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { membershipMessages as texts } from '../../text/membership.ts';
import { today } from '../../text/today.ts';
import { CheckButton } from './check-button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { loadFailure, useMembership } from './load-membership.ts';
import { RecordsTable } from './membership-records.tsx';
import { StandingBlock } from './membership-status.tsx';
import { Outcome } from './outcome.tsx';
import { Pay } from './payment-options.tsx';

const ProofSection = lazy(() => loadPart(() => import('./membership-card.tsx')));

/** The member's standing, records and payment: account area, sections 2 and 4. */
export default function MembershipPanel() {
  const membership = useMembership();
  const [paying, setPaying] = useState<PaymentLink>();
  const check = useMutation({
    mutationFn: () => call(confirmPayment),
    onSettled: () => membership.refetch(),
    networkMode: 'always',
  });

  const pay = (link: PaymentLink) => {
    open(link.url, '_blank', 'noopener');
    check.reset();
    setPaying(link);
  };
  const acts = <CheckButton busy={check.isPending} onCheck={() => check.mutate()} />;
  const { data } = membership;
  const day = today();

  return (
    <Panel title="Membership Status" acts={acts}>
      <Outcome key={check.submittedAt} check={check} />
      {membership.isPending && <Waiting label={texts.loading} />}
      {membership.error && (
        <Failed
          message={loadFailure(membership.error)}
          action="Try again"
          busy={membership.isFetching}
          onAction={() => membership.refetch()}
        />
      )}
      {data && (
        <>
          <StandingBlock records={data.data} links={data.payment.links} today={day} />
          {data.data.length > 0 ? <RecordsTable records={data.data} /> : <Empty>{texts.noRecords}</Empty>}
          <Pay payment={data.payment} records={data.data} today={day} onPay={pay} />
          {data.data.length > 0 && (
            <Suspense fallback={<Waiting label={texts.loading} />}>
              <ProofSection />
            </Suspense>
          )}
        </>
      )}
      {paying && (check.isIdle || check.isPending) && (
        <ConfirmDialog
          link={paying}
          busy={check.isPending}
          onConfirm={() => check.mutate()}
          onCancel={() => setPaying(undefined)}
        />
      )}
    </Panel>
  );
}
