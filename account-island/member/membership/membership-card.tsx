import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import type { RequestOf } from '#contract/endpoint';
import {
  changeMembershipCard,
  getMembershipCard,
  type MembershipCardReply,
  verifyMembershipCard,
} from '#contract/membership';
import { request } from '../../api/client.ts';
import { errorSentence, type NoticeMessage } from '../../text/errors.ts';
import { createdOn, cardMessages as texts } from '../../text/membership-card.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ResultNotice } from '../../ui/notice.tsx';
import { LoadError, Loading } from '../../ui/query-state.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useMember } from '../../ui/use-member.ts';
import { MembershipCardView } from './membership-card-view.tsx';

/**
 * The member's card, with actions to print it, to give it a new link and to delete it. Somebody without an active membership
 * has only what is left of a card.
 */
export default function MembershipCard({ isActive }: { isActive: boolean }) {
  const { country } = useMember();
  const { own, address, verified, show } = useMembershipCard();
  const [asking, setAsking] = useState<Change>();
  const [notice, setNotice] = useState<NoticeMessage>();

  /** Every result closes the dialog. */
  const onNotice = (next: NoticeMessage | undefined) => {
    setNotice(next);
    if (next) setAsking(undefined);
  };
  const change = async (input: RequestOf<typeof changeMembershipCard>) =>
    show((await request(changeMembershipCard, input)).data);
  const replace = useAction((_done: string) => change({ action: 'create' }), {
    done: (_, done) => done,
    failed: (error) => errorSentence(error, texts.notCreated),
    onNotice: onNotice,
  });
  const remove = useAction(() => change({ action: 'revoke' }), {
    done: () => texts.deleted,
    failed: (error) => errorSentence(error, texts.notDeleted),
    onNotice: onNotice,
  });
  const copy = async (link: string) => {
    setNotice(undefined);
    try {
      await navigator.clipboard.writeText(link);
      setNotice({ tone: 'success', text: texts.copied });
    } catch {
      setNotice({ tone: 'danger', text: texts.notCopied });
    }
  };

  const failure = own.error ?? verified.error;
  const issuedAt = own.data?.issuedAt;
  if (!isActive && !address && !failure && !notice) return null;
  return (
    <div className="membership-card-section" ref={scrollToCard}>
      <h3>Membership card</h3>
      <p>{texts.what}</p>
      {failure && (
        <LoadError
          message={errorSentence(failure, texts.loadFailed)}
          action="Try again"
          busy={own.isFetching || verified.isFetching}
          onAction={() => (own.error ? own.refetch() : verified.refetch())}
        />
      )}
      {!failure && (own.isPending || (address && verified.isPending)) && <Loading label={texts.loading} />}
      {address && verified.data && (
        <MembershipCardView card={verified.data} address={address} country={country} />
      )}
      <ResultNotice notice={notice} />
      {own.data && !address && isActive && (
        <Button kind="outline" isBusy={replace.isBusy} onClick={() => replace.start(texts.created)}>
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
            <Button kind="outline" onClick={() => copy(address)}>
              Copy link
            </Button>
            <Button kind="outline" onClick={printCard}>
              Print
            </Button>
            <a className="btn btn--outline" href={phoneCardAddress(address)} target="_blank" rel="noopener">
              {texts.openOnPhone}
            </a>
            <Button kind="text" onClick={() => setAsking('replace')}>
              Replace link
            </Button>
            <Button kind="text" onClick={() => setAsking('delete')}>
              Delete card
            </Button>
          </div>
          <p className="hint">
            {texts.onPhone} {texts.printHint}
          </p>
          {issuedAt && <p className="hint">{createdOn(issuedAt)}</p>}
        </>
      )}
      {asking && (
        <ConfirmDialog
          {...dialogs[asking]}
          busy={replace.isBusy || remove.isBusy}
          onConfirm={() => (asking === 'replace' ? replace.start(texts.replaced) : remove.start())}
          onCancel={() => setAsking(undefined)}
        />
      )}
    </div>
  );
}

/** For the link to the card. */
const scrollToCard = (section: HTMLElement | null) => {
  if (location.hash === '#card') section?.scrollIntoView({ behavior: 'instant' });
};

type Change = 'replace' | 'delete';

const dialogs = {
  replace: { title: texts.replaceTitle, text: texts.replaceText, label: 'Replace link' },
  delete: { title: texts.deleteTitle, text: texts.deleteText, label: 'Delete card' },
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

/** The card as a page of its own. */
const phoneCardAddress = (address: string): string => `/card#${tokenIn(address)}`;

/** Prints the card alone: the style sheet looks for the attribute on the root element. */
function printCard(): void {
  const { dataset } = document.documentElement;
  dataset['print'] = 'membership-card';
  addEventListener('afterprint', () => delete dataset['print'], { once: true });
  print();
}
