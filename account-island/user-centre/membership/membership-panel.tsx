import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { PaymentLink } from '#contract/membership';
import { confirmPayment } from '#contract/payments';
import { call } from '../../api/call.ts';
import { membershipMessages as texts } from '../../text/membership-messages.ts';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Panel } from '../../ui/panel.tsx';
import { today } from '../../ui/today.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { loadPart } from '../load-part.ts';
import { CheckButton } from './check-button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { loadFailure, useMembership } from './load-membership.ts';
import { Outcome } from './outcome.tsx';
import { Pay } from './pay.tsx';
import { RecordsTable } from './records-table.tsx';
import { StandingBlock } from './standing-block.tsx';

const ProofSection = lazy(() => loadPart(() => import('../proof/proof-section.tsx')));

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
