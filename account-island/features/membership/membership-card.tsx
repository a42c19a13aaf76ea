import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import {
  createMembershipCard,
  getMembershipCard,
  type OwnProof,
  revokeMembershipCard,
  verifyMembershipCard,
} from '#contract/proof';
import { request } from '../../api/client.ts';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { LoadError, Loading } from '../../components/loading.tsx';
import { ResultNotice } from '../../components/notice.tsx';
import { useAction } from '../../hooks/use-action.ts';
import { type NoticeMessage, sentenceOf } from '../../text/errors.ts';
import { createdOn, cardMessages as texts } from '../../text/membership-card.ts';
import { MembershipCardView } from './membership-card-view.tsx';

/** The member's card: to show, to give a new link, to delete. */
export default function MembershipCard() {
  const { own, address, shown, set } = useMembershipCard();
  const [asking, setAsking] = useState<Change>();
  const [notice, setNotice] = useState<NoticeMessage>();

  /** The dialog that asked goes when it is over. */
  const onNotice = (next: NoticeMessage | undefined) => {
    setNotice(next);
    if (next) setAsking(undefined);
  };
  const renew = useAction(async (_done: string) => set((await request(createMembershipCard)).data), {
    done: (_, done) => done,
    failed: (error) => sentenceOf(error, texts.notMade),
    onNotice: onNotice,
  });
  const revoke = useAction(
    async () => {
      await request(revokeMembershipCard);
      set({ address: null, issuedAt: null });
    },
    { done: () => texts.revoked, failed: (error) => sentenceOf(error, texts.notRevoked), onNotice: onNotice },
  );
  const copy = async (link: string) => {
    setNotice(undefined);
    try {
      await navigator.clipboard.writeText(link);
      setNotice({ tone: 'ok', text: texts.copied });
    } catch {
      setNotice({ tone: 'err', text: texts.notCopied });
    }
  };

  const failure = own.error ?? shown.error;
  const issuedAt = own.data?.issuedAt;
  return (
    <div className="membership-card-section">
      <h3>Membership card</h3>
      <p>{texts.what}</p>
      {failure && (
        <LoadError
          message={sentenceOf(failure, texts.loadFailed)}
          action="Try again"
          busy={own.isFetching || shown.isFetching}
          onAction={() => (own.error ? own.refetch() : shown.refetch())}
        />
      )}
      {!failure && (own.isPending || (address && shown.isPending)) && <Loading label={texts.loading} />}
      {address && shown.data && <MembershipCardView proven={shown.data} address={address} />}
      <ResultNotice notice={notice} />
      {own.data && !address && (
        <button
          className="btn btn--outline"
          type="button"
          aria-busy={renew.isBusy || undefined}
          onClick={() => renew.start(texts.made)}
        >
          Create membership card
        </button>
      )}
      {address && (
        <>
          <p className="membership-card-section__address">
            <a href={address} target="_blank" rel="noopener">
              {address}
            </a>
          </p>
          <div className="membership-card-section__actions">
            <button className="btn btn--outline" type="button" onClick={() => copy(address)}>
              Copy link
            </button>
            <button className="btn btn--outline" type="button" onClick={printCard}>
              Print
            </button>
            <button className="btn btn--text" type="button" onClick={() => setAsking('renew')}>
              Replace link
            </button>
            <button className="btn btn--text" type="button" onClick={() => setAsking('revoke')}>
              Delete card
            </button>
          </div>
          {issuedAt && <p className="hint">{createdOn(issuedAt)}</p>}
        </>
      )}
      {asking && (
        <ChangeDialog
          change={asking}
          busy={renew.isBusy || revoke.isBusy}
          onConfirm={() => (asking === 'renew' ? renew.start(texts.renewed) : revoke.start())}
          onCancel={() => setAsking(undefined)}
        />
      )}
    </div>
  );
}

type Change = 'renew' | 'revoke';

const dialogs = {
  renew: { title: texts.renewTitle, text: texts.renewText, act: 'Replace link' },
  revoke: { title: texts.revokeTitle, text: texts.revokeText, act: 'Delete card' },
};

interface Props {
  change: Change;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks once more before a link that others may have stops working. */
function ChangeDialog({ change, busy, onConfirm, onCancel }: Props) {
  const { title, text, act } = dialogs[change];
  return (
    <Dialog title={title} text={text} onCancel={onCancel}>
      <DialogActions onBack={onCancel}>
        <button
          className="btn"
          type="button"
          aria-busy={busy || undefined}
          onClick={() => busy || onConfirm()}
        >
          {act}
        </button>
      </DialogActions>
    </Dialog>
  );
}

const KEY = ['proof'];
type Own = z.output<typeof OwnProof>['data'];

/** The member's card link, and what others see there now; `set` takes the reply to a change. */
function useMembershipCard() {
  const queries = useQueryClient();
  const own = useQuery({ queryKey: KEY, queryFn: async () => (await request(getMembershipCard)).data });
  const address = own.data?.address ?? undefined;
  const shown = useQuery({
    queryKey: [...KEY, address],
    queryFn: async () => (await request(verifyMembershipCard, { token: tokenIn(address ?? '') })).data,
    enabled: address !== undefined,
  });
  return { own, address, shown, set: (data: Own) => queries.setQueryData(KEY, data) };
}

const tokenIn = (address: string): string => address.slice(address.indexOf('#') + 1);

/** Prints the card alone; the style sheet knows the mark on the root element. */
function printCard(): void {
  const { dataset } = document.documentElement;
  dataset['print'] = 'membership-card';
  addEventListener('afterprint', () => delete dataset['print'], { once: true });
  print();
}
