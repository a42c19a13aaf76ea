import { useQuery, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import {
  changeMembershipCard,
  getMembershipCard,
  type MembershipCardReply,
  verifyMembershipCard,
} from '#contract/membership';
import { request } from '../../api/client.ts';
import { cardMessages as texts } from '../../text/membership-card.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ResultNotice } from '../../ui/notice.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useItemDialog } from '../../ui/use-item-dialog.ts';
import { useMember } from '../../ui/use-member.ts';
import { MembershipCardView } from './membership-card-view.tsx';

/**
 * The member's card, with actions to print it, to give it a new link and to delete it. Somebody without an active membership
 * has only what is left of a card.
 */
export default function MembershipCard({ isActive }: { isActive: boolean }) {
  const { country } = useMember();
  const { own, address, verified, show } = useMembershipCard();
  const { item: asking, notice, setNotice, open, end } = useItemDialog<'replace' | 'remove'>();
  const change = useAction(
    async (to: keyof typeof actions) =>
      show((await request(changeMembershipCard, { action: actions[to] })).data),
    {
      done: (_, to) => texts.done[to],
      failed: texts.notChanged,
      onNotice: (next) => {
        setNotice(next);
        // Every result closes the dialog.
        if (next) end();
      },
    },
  );
  const copy = useAction(async (link: string) => navigator.clipboard.writeText(link), {
    done: () => texts.copied,
    failed: () => texts.notCopied,
    onNotice: setNotice,
  });

  if (!isActive && !address && !own.error && !notice) return null;
  return (
    <div className="membership-card-section" ref={scrollToCard}>
      <h3>Membership card</h3>
      <p>{texts.what}</p>
      <QueryState query={own} failed={texts.loadFailed}>
        {() =>
          address && (
            <QueryState query={verified} failed={texts.loadFailed}>
              {(card) => <MembershipCardView card={card} address={address} country={country} />}
            </QueryState>
          )
        }
      </QueryState>
      <ResultNotice notice={notice} />
      {own.data && !address && isActive && (
        <Button kind="outline" isBusy={change.isBusy} onClick={() => change.start('create')}>
          {texts.create}
        </Button>
      )}
      {address && (
        <>
          <p className="membership-card-section__address">
            <a href={address} target="_blank" rel="noopener">
              {address}
            </a>
          </p>
          <div className="cluster">
            <Button kind="outline" onClick={() => copy.start(address)}>
              Copy link
            </Button>
            <Button kind="outline" onClick={printCard}>
              Print
            </Button>
            <a className="btn btn--outline" href={`/card#${tokenIn(address)}`} target="_blank" rel="noopener">
              {texts.openOnPhone}
            </a>
            <Button kind="text" onClick={() => open('replace')}>
              {texts.replace.label}
            </Button>
            <Button kind="text" onClick={() => open('remove')}>
              {texts.remove.label}
            </Button>
          </div>
          <p className="hint">
            {texts.onPhone} {texts.printHint}
          </p>
          {own.data?.issuedAt && <p className="hint">{texts.createdOn(own.data.issuedAt)}</p>}
        </>
      )}
      {asking && (
        <ConfirmDialog
          {...texts[asking]}
          busy={change.isBusy}
          onConfirm={() => change.start(asking)}
          onCancel={() => end()}
        />
      )}
    </div>
  );
}

const actions = { create: 'create', replace: 'create', remove: 'revoke' } as const;

/** For the link to the card. */
const scrollToCard = (section: HTMLElement | null) => {
  if (location.hash === '#card') section?.scrollIntoView({ behavior: 'instant' });
};

const KEY = ['membership-card'];
type Own = z.output<typeof MembershipCardReply>['data'];

/** The member's card link, and the card as others see it now; `show` takes the reply to a change. */
function useMembershipCard() {
  const queries = useQueryClient();
  const own = useQuery({ queryKey: KEY, queryFn: async () => (await request(getMembershipCard)).data });
  const address = own.data?.address ?? undefined;
  const verified = useQuery({ ...verification(address ?? ''), enabled: address !== undefined });
  const show = async (data: Own) => {
    queries.setQueryData(KEY, data);
    // The card has its place before the result below it is scrolled into view.
    if (data.address) await queries.prefetchQuery(verification(data.address));
  };
  return { own, address, verified, show };
}

const verification = (address: string) => ({
  queryKey: [...KEY, address],
  queryFn: async () => (await request(verifyMembershipCard, { token: tokenIn(address) })).data,
});

const tokenIn = (address: string): string => address.slice(address.indexOf('#') + 1);

/** Prints the card alone: the style sheet looks for the attribute on the root element. */
function printCard(): void {
  const { dataset } = document.documentElement;
  dataset['print'] = 'membership-card';
  addEventListener('afterprint', () => delete dataset['print'], { once: true });
  print();
}
