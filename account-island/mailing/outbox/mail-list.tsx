import type { MailSummary } from '#contract/outbox';
import { number, outboxMessages as texts, troubles } from '../../text/outbox-messages.ts';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { sentenceOf } from '../../ui/sentence-of.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { inHongKong } from '../hong-kong-time.ts';
import { NotLive } from './not-live.tsx';
import { useOutbox } from './queries.ts';
import { MailDot } from './state-dot.tsx';

const COLUMNS = ['Subject', 'State', 'Copies', 'Goes out (Hong Kong time)', 'Ordered by'];

/** Mail to many, the latest first, live as long as one of them moves. */
export function MailList({ onOpen }: { onOpen: (id: string) => void }) {
  const outbox = useOutbox();
  if (outbox.isPending) return <Waiting label={texts.loadingList} />;
  if (outbox.data === undefined)
    return (
      <Failed
        message={sentenceOf(outbox.error, texts.loadFailed)}
        action="Try again"
        busy={outbox.isFetching}
        onAction={() => outbox.refetch()}
      />
    );
  const mails = outbox.data.pages.flatMap(({ items }) => items);
  if (mails.length === 0) return <Empty>{texts.nothingSent}</Empty>;
  return (
    <>
      <NotLive error={outbox.error} seenAt={outbox.dataUpdatedAt} />
      <table className="tbl tbl--texts tbl--fold outbox">
        <thead>
          <tr>
            {COLUMNS.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {mails.map((mail) => (
            <Row key={mail.id} mail={mail} onOpen={() => onOpen(mail.id)} />
          ))}
        </tbody>
      </table>
      {outbox.hasNextPage && (
        <p>
          <button
            className="btn btn--line"
            type="button"
            aria-busy={outbox.isFetchingNextPage || undefined}
            onClick={() => outbox.isFetchingNextPage || outbox.fetchNextPage()}
          >
            Earlier mail
          </button>
        </p>
      )}
    </>
  );
}

function Row({ mail, onOpen }: { mail: MailSummary; onOpen: () => void }) {
  const isMoving = mail.state === 'sending' || mail.state === 'paused';
  const wrong = troubles(mail);
  return (
    <tr>
      <th scope="row" data-l="Subject">
        <button className="link" type="button" onClick={onOpen}>
          {mail.subject}
        </button>
      </th>
      <td data-l="State">
        <MailDot state={mail.state} />
      </td>
      <td data-l="Copies">
        <div>
          {isMoving ? (
            <label className="outbox__turn">
              {number(mail.settled)} of {number(mail.total)}
              <progress value={mail.settled} max={mail.total} />
            </label>
          ) : (
            number(mail.total)
          )}
          {wrong.length > 0 && <p className="hint">{wrong.join(', ')}</p>}
        </div>
      </td>
      <td data-l="Goes out">
        <time dateTime={mail.dueAt}>{inHongKong(mail.dueAt)}</time>
      </td>
      <td data-l="Ordered by">{mail.sender}</td>
    </tr>
  );
}
