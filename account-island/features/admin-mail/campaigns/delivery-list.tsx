import { useId, useState } from 'react';
import { DeliveryStatus } from '#contract/campaigns';
import { TableHead } from '../../../components/data-table.tsx';
import { Pager } from '../../../components/pager.tsx';
import { EmptyState, QueryState } from '../../../components/query-state.tsx';
import { AddressSearch } from '../../../components/search-field.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import {
  copyStates,
  deliveryStateMeanings,
  number,
  outboxMessages as texts,
  tones,
} from '../../../text/admin-campaigns.ts';
import { reasons } from '../../../text/admin-compose.ts';
import { formatSeconds } from '../../../text/dates.ts';
import { type Copies, type Mail, type State, useDeliveries } from './campaign-queries.ts';

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
  const { query, pager } = useDeliveries(mail.id, { state, search }, every);
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>Copies</h3>
      <CopyFilter mail={mail} state={state} onChange={setState} />
      <p className="hint" role="status">
        {state && deliveryStateMeanings[state]}
      </p>
      <AddressSearch onSettle={setSearch} />
      <QueryState query={query} waiting={texts.loadingCopies} failed={texts.loadFailed}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>{texts.noCopyFits}</EmptyState>
          ) : (
            <CopyTable copies={items} from={pager.skipped} onHeld={onHeld} />
          )
        }
      </QueryState>
      <Pager {...pager} one="1 recipient" other="{n} recipients" />
    </section>
  );
}

interface FilterProps {
  mail: Pick<Mail, 'counts' | 'total'>;
  state: State | undefined;
  onChange: (state: State | undefined) => void;
}

/** The counts, each the way to its copies; those of nothing are left out. */
function CopyFilter({ mail: { counts, total }, state, onChange }: FilterProps) {
  const choices = [
    { name: undefined, label: 'All', count: total },
    ...DeliveryStatus.options
      .filter((name) => counts[name] > 0 || name === state)
      .map((name) => ({ name, label: copyStates[name], count: counts[name] })),
  ];
  return (
    <fieldset className="filter-buttons" aria-label="By state">
      {choices.map(({ name, label, count }) => (
        <button
          key={label}
          className="btn btn--outline btn--small"
          type="button"
          aria-pressed={name === state}
          onClick={() => onChange(name)}
        >
          {label} <span className="tabular">{number(count)}</span>
        </button>
      ))}
    </fieldset>
  );
}

type DeliveryReply = Copies['items'][number];

interface TableProps {
  copies: readonly DeliveryReply[];
  /** How many stand before the first of these. */
  from: number;
  onHeld: (address: string) => void;
}

const COLUMNS = ['Address', 'State', 'What happened (Hong Kong time)'];

const CopyTable = ({ copies, from, onHeld }: TableProps) => (
  <table className="table table--wrap table--stacked deliveries">
    <TableHead titles={COLUMNS} />
    <tbody>
      {copies.map((copy, at) => (
        <Row key={copy.address || `deleted ${from + at}`} copy={copy} onHeld={() => onHeld(copy.address)} />
      ))}
    </tbody>
  </table>
);

function Row({ copy: { address, state, history }, onHeld }: { copy: DeliveryReply; onHeld: () => void }) {
  const detail = history.at(-1)?.detail;
  const isHeld = address !== '' && (state === 'bounced' || state === 'complained' || detail === 'held');
  return (
    <tr>
      <th scope="row" data-label="Address">
        {address || texts.deletedAccount}
      </th>
      <td data-label="State">
        <StatusDot tone={tones[state]}>{copyStates[state]}</StatusDot>
      </td>
      <td data-label="What happened">
        <div>
          {history.length > 0 && (
            <ol className="deliveries__history">
              {history.map(({ what, at }) => (
                <li key={`${what} ${at}`}>
                  {copyStates[what]} <time dateTime={at}>{formatSeconds(at)}</time>
                </li>
              ))}
            </ol>
          )}
          {detail && <p className="hint">{wordsOf(detail)}</p>}
          {isHeld && (
            <button className="text-button" type="button" onClick={onHeld}>
              Is it held?<span className="visually-hidden"> {address}</span>
            </button>
          )}
        </div>
      </td>
    </tr>
  );
}

/** Our own reasons in words; what the other side said as it said it. */
const wordsOf = (detail: string): string =>
  Object.entries(reasons).find(([name]) => name === detail)?.[1] ?? detail;
