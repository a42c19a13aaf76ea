import { TableHead } from '../../../components/data-table.tsx';
import { Empty } from '../../../components/empty.tsx';
import { IconButton, icons } from '../../../components/icon.tsx';
import { copyStates, number, outboxMessages as texts } from '../../../text/admin-campaigns.ts';
import { reasons } from '../../../text/admin-compose.ts';
import { toTheSecond } from '../../../text/hong-kong-time.ts';
import type { Copies } from './campaign-queries.ts';
import { CopyDot } from './state-dot.tsx';

type Copy = Copies['items'][number];

interface Props {
  copies: readonly Copy[];
  /** How many stand before the first of these. */
  from: number;
  next: string | undefined;
  isFirst: boolean;
  onHeld: (address: string) => void;
  onNext: (cursor: string) => void;
  onPrevious: () => void;
}

const COLUMNS = ['Address', 'State', 'What happened (Hong Kong time)'];

export function CopyTable({ copies, from, next, isFirst, onHeld, onNext, onPrevious }: Props) {
  return (
    <>
      {copies.length === 0 ? (
        <Empty>{texts.noCopyFits}</Empty>
      ) : (
        <table className="tbl tbl--texts tbl--fold copies">
          <TableHead titles={COLUMNS} />
          <tbody>
            {copies.map((copy, at) => (
              <Row
                key={copy.address || `deleted ${from + at}`}
                copy={copy}
                onHeld={() => onHeld(copy.address)}
              />
            ))}
          </tbody>
        </table>
      )}
      {!(isFirst && next === undefined) && (
        <div className="pager">
          <IconButton path={icons.previous} label="Previous page" disabled={isFirst} onClick={onPrevious} />
          <span role="status">
            {number(from + Math.min(1, copies.length))} to {number(from + copies.length)}
          </span>
          <IconButton
            path={icons.next}
            label="Next page"
            disabled={next === undefined}
            onClick={() => next !== undefined && onNext(next)}
          />
        </div>
      )}
    </>
  );
}

function Row({ copy: { address, state, history }, onHeld }: { copy: Copy; onHeld: () => void }) {
  const detail = history.at(-1)?.detail;
  const isHeld = address !== '' && (state === 'bounced' || state === 'complained' || detail === 'held');
  return (
    <tr>
      <th scope="row" data-l="Address">
        {address || texts.deletedAccount}
      </th>
      <td data-l="State">
        <CopyDot state={state} />
      </td>
      <td data-l="What happened">
        <div>
          {history.length > 0 && (
            <ol className="copies__history">
              {history.map(({ what, at }) => (
                <li key={`${what} ${at}`}>
                  {copyStates[what]} <time dateTime={at}>{toTheSecond(at)}</time>
                </li>
              ))}
            </ol>
          )}
          {detail && <p className="hint">{wordsOf(detail)}</p>}
          {isHeld && (
            <button className="link" type="button" onClick={onHeld}>
              Is it held?<span className="vh"> {address}</span>
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
