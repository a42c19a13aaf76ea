import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { verifyMembershipCard } from '#contract/membership';
import { request } from '../../api/client.ts';
import { ApiError } from '../../api/http.ts';
import { formatInHongKong } from '../../text/format.ts';
import { cardMessages as texts } from '../../text/membership-card.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loading } from '../../ui/query-state.tsx';
import { MembershipCardView } from './membership-card-view.tsx';

/** The card of the link that led here, as a page of its own. The device keeps nothing of it. */
export default function PhoneCard() {
  const token = useSyncExternalStore(onLinkChanged, tokenInAddress);
  const check = useQuery({
    queryKey: ['membership-card', token],
    queryFn: async () => (await request(verifyMembershipCard, { token })).data,
    enabled: token !== '',
  });
  const isInvalid = check.error instanceof ApiError && [400, 404].includes(check.error.status ?? 0);
  const card = isInvalid ? undefined : check.data;

  if (token === '')
    return (
      <Notice role="status">
        {texts.noCard} <a href="/user/membership">{texts.goToMembership}</a>
      </Notice>
    );
  return (
    <div className="membership-card-section">
      {check.isPending && <Loading />}
      {card && (
        <>
          <MembershipCardView card={card} address={`${location.origin}/proof#${token}`} />
          <p className="hint" role="status">
            {texts.checkedAtText(formatInHongKong(card.checkedAt))}
          </p>
        </>
      )}
      {check.error && !check.isFetching && (
        <Notice tone={card ? 'warning' : 'danger'} role="alert">
          {isInvalid ? texts.invalid : card ? texts.lastChecked : texts.checkFailed}
        </Notice>
      )}
      <div className="cluster">
        <Button kind="outline" isBusy={check.isFetching} onClick={() => check.refetch()}>
          Check again
        </Button>
      </div>
    </div>
  );
}

const tokenInAddress = (): string => location.hash.slice(1);

function onLinkChanged(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}
