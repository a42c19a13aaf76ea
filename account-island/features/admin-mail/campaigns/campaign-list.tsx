import type { CampaignSummary } from '#contract/campaigns';
import { TableHead } from '../../../components/data-table.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Pager } from '../../../components/pager.tsx';
import { EmptyState, QueryState } from '../../../components/query-state.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import {
  mailStates,
  number,
  outboxMessages as texts,
  tones,
  troubles,
} from '../../../text/admin-campaigns.ts';
import { formatInHongKong, formatSeconds } from '../../../text/dates.ts';
import { sentenceOf } from '../../../text/errors.ts';
import { useCampaigns } from './campaign-queries.ts';

const COLUMNS = ['Subject', 'State', 'Copies', 'Goes out (Hong Kong time)', 'Ordered by'];

/** Mail to many, the latest first, live as long as one of them moves. */
export function MailList({ onOpen }: { onOpen: (id: string) => void }) {
  const { query, pager } = useCampaigns();
  return (
    <>
      <QueryState query={query} waiting={texts.loadingList} failed={texts.loadFailed}>
        {({ items: mails }) => {
          if (mails.length === 0) return <EmptyState>{texts.nothingSent}</EmptyState>;
          return (
            <>
              <NotLive query={query} />
              <table className="table table--wrap table--stacked campaigns">
                <TableHead titles={COLUMNS} />
                <tbody>
                  {mails.map((mail) => (
                    <Row key={mail.id} mail={mail} onOpen={() => onOpen(mail.id)} />
                  ))}
                </tbody>
              </table>
            </>
          );
        }}
      </QueryState>
      <Pager {...pager} one="1 email" other="{n} emails" />
    </>
  );
}

function Row({ mail, onOpen }: { mail: CampaignSummary; onOpen: () => void }) {
  const isMoving = mail.state === 'sending' || mail.state === 'paused';
  const wrong = troubles(mail);
  return (
    <tr>
      <th scope="row" data-label="Subject">
        <button className="text-button" type="button" onClick={onOpen}>
          {mail.subject}
        </button>
      </th>
      <td data-label="State">
        <StatusDot tone={tones[mail.state]}>{mailStates[mail.state]}</StatusDot>
      </td>
      <td data-label="Copies">
        <div>
          {isMoving ? (
            <label className="campaigns__progress">
              {number(mail.finished)} of {number(mail.total)}
              <progress value={mail.finished} max={mail.total} />
            </label>
          ) : (
            number(mail.total)
          )}
          {wrong.length > 0 && <p className="hint">{wrong.join(', ')}</p>}
        </div>
      </td>
      <td data-label="Goes out">
        <time dateTime={mail.dueAt}>{formatInHongKong(mail.dueAt)}</time>
      </td>
      <td data-label="Ordered by">{mail.senderName}</td>
    </tr>
  );
}

interface Props {
  query: { error: unknown; dataUpdatedAt: number };
}

/** Stands above figures that could not be asked for again, with the time when they were true. */
export const NotLive = ({ query: { error, dataUpdatedAt } }: Props) =>
  error !== null && (
    <Notice tone="warn" role="status">
      {texts.notLive} {sentenceOf(error, texts.loadFailed)} It is of{' '}
      {formatSeconds(new Date(dataUpdatedAt).toISOString())} in Hong Kong.
    </Notice>
  );
