import { useId, useState } from 'react';
import { outboxMessages as texts } from '../../text/outbox-messages.ts';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { type Said, SaidNote } from '../../ui/note.tsx';
import { sentenceOf } from '../../ui/sentence-of.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { HeldTable } from './held-table.tsx';
import { LiftDialog } from './lift-dialog.tsx';
import { type Held, useHeld } from './queries.ts';

/** Addresses that announcements no longer go to, and the way to lift that. */
export function HeldAddresses({ initial }: { initial: string }) {
  const id = useId();
  const [search, setSearch] = useState(initial);
  const [lifting, setLifting] = useState<Held>();
  const [said, setSaid] = useState<Said>();
  const held = useHeld(search.trim());
  const items = held.data?.pages.flatMap((page) => page.items);
  return (
    <>
      <p>{texts.heldHint}</p>
      <search className="field held__search">
        <label htmlFor={id}>Address begins with</label>
        <input
          className="in"
          id={id}
          type="search"
          autoComplete="off"
          maxLength={254}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </search>
      <SaidNote said={said} />
      {items === undefined ? (
        held.isError ? (
          <Failed
            message={sentenceOf(held.error, texts.loadFailed)}
            action="Try again"
            busy={held.isFetching}
            onAction={() => held.refetch()}
          />
        ) : (
          <Waiting label={texts.loadingHeld} />
        )
      ) : items.length === 0 ? (
        <Empty>{search.trim() === '' ? texts.nobodyHeld : texts.noHeldFits}</Empty>
      ) : (
        <HeldTable
          items={items}
          onLift={(address) => {
            setSaid(undefined);
            setLifting(address);
          }}
        />
      )}
      {held.hasNextPage && (
        <p>
          <button
            className="btn btn--line"
            type="button"
            aria-busy={held.isFetchingNextPage || undefined}
            onClick={() => held.isFetchingNextPage || held.fetchNextPage()}
          >
            More addresses
          </button>
        </p>
      )}
      {lifting && (
        <LiftDialog
          held={lifting}
          onDone={(text) => {
            setLifting(undefined);
            setSaid({ tone: 'ok', text });
          }}
          onCancel={() => setLifting(undefined)}
        />
      )}
    </>
  );
}
