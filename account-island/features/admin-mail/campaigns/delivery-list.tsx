import { useId, useState } from 'react';
import { Loaded } from '../../../components/query-state.tsx';
import { AddressSearch } from '../../../components/search-field.tsx';
import { copyMeanings, outboxMessages as texts } from '../../../text/admin-campaigns.ts';
import { COPIES_ON_PAGE, useCopies } from './campaign-queries.ts';
import { CopyFilter } from './copy-filter.tsx';
import { CopyTable } from './copy-table.tsx';
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
  // Where each page up to this one begins, so that one can go back.
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  const copies = useCopies(mail.id, { state, search, cursor: cursors.at(-1) }, every);
  const beginAnew = () => setCursors([undefined]);
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>Copies</h3>
      <CopyFilter
        mail={mail}
        state={state}
        onChange={(next) => {
          setState(next);
          beginAnew();
        }}
      />
      <p className="hint" role="status">
        {state && copyMeanings[state]}
      </p>
      <AddressSearch
        onSettle={(next) => {
          setSearch(next);
          beginAnew();
        }}
      />
      <Loaded query={copies} waiting={texts.loadingCopies} failed={texts.loadFailed}>
        {({ items, next }) => (
          <CopyTable
            copies={items}
            from={(cursors.length - 1) * COPIES_ON_PAGE}
            next={next}
            isFirst={cursors.length === 1}
            onHeld={onHeld}
            onNext={(cursor) => setCursors([...cursors, cursor])}
            onPrevious={() => setCursors(cursors.slice(0, -1))}
          />
        )}
      </Loaded>
    </section>
  );
}
