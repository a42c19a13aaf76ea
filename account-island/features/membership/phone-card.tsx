import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { verifyMembershipCard } from '#contract/membership';
import { request } from '../../api/client.ts';
import { ApiError } from '../../api/http.ts';
import { forgetCard, type KeptCard, keepCard, keepPage, readKeptCard } from '../../api/kept-card.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { Loading } from '../../components/query-state.tsx';
import { formatInHongKong } from '../../text/dates.ts';
import { checkedAtText, cardMessages as texts } from '../../text/membership-card.ts';
import { MembershipCardView } from './membership-card-view.tsx';

/** The member's card as a page of its own, which the device keeps: it opens without a network too. */
export default function PhoneCard() {
  const [kept, setKept] = useState(takeCard);
  const [removal, setRemoval] = useState<'running' | 'done'>();
  const removedNotice = useRef<HTMLParagraphElement>(null);
  const token = kept?.token ?? '';
  const check = useQuery({
    queryKey: ['membership-card', token],
    queryFn: async () => (await request(verifyMembershipCard, { token })).data,
    enabled: kept !== undefined,
  });
  const isInvalid = check.error instanceof ApiError && [400, 404].includes(check.error.status ?? 0);
  const card = isInvalid ? undefined : (check.data ?? kept?.card);

  useEffect(() => {
    if (!check.data) return;
    keepCard({ token, card: check.data });
    // Without it the card still opens with a network.
    keepPage().catch((cause: unknown) =>
      console.warn('The page is not kept for use without a network.', cause),
    );
  }, [token, check.data]);
  useEffect(() => {
    if (isInvalid) forgetCard();
  }, [isInvalid]);
  useEffect(() => {
    if (removal === 'running') forgetCard().finally(() => setRemoval('done'));
    // The pressed button was removed with the card.
    if (removal === 'done') removedNotice.current?.focus();
  }, [removal]);

  const remove = () => {
    // First, so that the reply to a check that is on its way is not kept.
    setKept(undefined);
    setRemoval('running');
  };

  if (removal === 'running') return <Loading label={texts.removing} />;
  if (!kept)
    return (
      <Notice ref={removedNotice} tone={removal ? 'success' : undefined} role="status">
        {removal ? texts.removed : texts.notKept} <a href="/user/membership">{texts.goToMembership}</a>
      </Notice>
    );
  return (
    <div className="membership-card-section">
      {check.isPending && !card && <Loading label={texts.loading} />}
      {card && (
        <>
          <MembershipCardView card={card} address={`${location.origin}/proof#${token}`} />
          <p className="hint" role="status">
            {checkedAtText(formatInHongKong(card.checkedAt))}
          </p>
        </>
      )}
      {check.error && !check.isFetching && (
        <Notice tone={card ? 'warning' : 'danger'} role="alert">
          {isInvalid ? texts.invalid : card ? texts.lastChecked : texts.checkFailed}
        </Notice>
      )}
      <div className="membership-card-section__actions">
        <Button kind="outline" isBusy={check.isFetching} onClick={() => check.refetch()}>
          Check again
        </Button>
        <Button kind="text" onClick={remove}>
          Remove from this device
        </Button>
      </div>
      <p className="hint">{texts.addToHomeScreen}</p>
    </div>
  );
}

/** The card of the link that led here, which is taken out of the address; otherwise the one that the device keeps. */
function takeCard(): KeptCard | undefined {
  const token = location.hash.slice(1);
  const kept = readKeptCard();
  if (token === '' || token === kept?.token) return kept;
  history.replaceState(null, '', location.pathname);
  const card = { token };
  keepCard(card);
  return card;
}
