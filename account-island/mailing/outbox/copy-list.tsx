import { useId, useState } from 'react';
import { copyMeanings, outboxMessages as texts } from '../../text/outbox-messages.ts';
import { Failed } from '../../ui/failed.tsx';
import { sentenceOf } from '../../ui/sentence-of.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { CopyFilter } from './copy-filter.tsx';
import { CopyTable } from './copy-table.tsx';
import { COPIES_ON_PAGE, useCopies } from './queries.ts';
import type { Mail, State } from './tally.ts';

interface Props {
  mail: Mail;
  /** Milliseconds between two looks, false for no further one. */
  every: number | false;
  onHeld: (address: string) => void;
}

/** What became of each copy, by address, page by page. */
export function CopyList({ mail, every, onHeld }: Props) {
  const id = useId();
  const [state, setState] = useState<State>();
  const [search, setSearch] = useState('');
  // Where each page before this one begins, so that one can go back.
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  const copies = useCopies(mail.id, { state, search, cursor: cursors.at(-1) }, every);
  const from = (cursors.length - 1) * COPIES_ON_PAGE;
  const sift = (next: { state?: State | undefined; search?: string }) => {
    if ('state' in next) setState(next.state);
    if (next.search !== undefined) setSearch(next.search);
    setCursors([undefined]);
  };
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>Copies</h3>
      <CopyFilter counts={mail.counts} total={mail.total} state={state} search={search} onChange={sift} />
      {state && (
        <p className="hint" role="status">
          {copyMeanings[state]}
        </p>
      )}
      {copies.data ? (
        <CopyTable
          copies={copies.data.items}
          from={from}
          next={copies.data.next}
          isFirst={cursors.length === 1}
          onHeld={onHeld}
          onNext={(next) => setCursors([...cursors, next])}
          onPrevious={() => setCursors(cursors.slice(0, -1))}
        />
      ) : copies.isError ? (
        <Failed
          message={sentenceOf(copies.error, texts.loadFailed)}
          action="Try again"
          busy={copies.isFetching}
          onAction={() => copies.refetch()}
        />
      ) : (
        <Waiting label={texts.loadingCopies} />
      )}
    </section>
  );
}
