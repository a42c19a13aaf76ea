import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { getAudit } from '#contract/audit';
import { call } from '../api/call.ts';
import { deskMessages as texts } from '../text/desk-messages.ts';
import { AuditEntries } from '../ui/audit-entries.tsx';
import { Failed } from '../ui/failed.tsx';
import { sentenceOf } from '../ui/sentence-of.ts';
import { Waiting } from '../ui/waiting.tsx';

/** The log of a month, the latest first. */
export function AuditView({ onOpen }: { onOpen: (uid: string) => void }) {
  const id = useId();
  const [month, setMonth] = useState(() => new Date().toISOString().slice(0, 7));
  const log = useInfiniteQuery({
    queryKey: ['desk', 'audit', month],
    queryFn: ({ pageParam }) => call(getAudit, { month, ...(pageParam && { from: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ data }) => data.next,
  });
  return (
    <>
      <div className="desk__filters">
        <div className="field">
          <label htmlFor={id}>Month</label>
          <input
            className="in"
            id={id}
            type="month"
            value={month}
            onChange={({ target }) => target.value && setMonth(target.value)}
          />
        </div>
      </div>
      {log.isPending ? (
        <Waiting label={texts.loadingLog} />
      ) : log.data === undefined ? (
        <Failed
          message={sentenceOf(log.error, texts.loadFailed)}
          action="Try again"
          busy={log.isFetching}
          onAction={() => log.refetch()}
        />
      ) : (
        <AuditEntries entries={log.data.pages.flatMap(({ data }) => data.entries)} onOpen={onOpen} />
      )}
      {log.hasNextPage && (
        <p>
          <button
            className="btn btn--line"
            type="button"
            aria-busy={log.isFetchingNextPage || undefined}
            onClick={() => log.fetchNextPage()}
          >
            Earlier entries
          </button>
        </p>
      )}
    </>
  );
}
