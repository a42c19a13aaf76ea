import { Note } from '../../../components/notice.tsx';
import { standing, troubles } from '../../../text/admin-campaigns.ts';
import { MailDot } from './state-dot.tsx';
import { type Mail, tallyOf } from './tally.ts';

/** Where the mail stands: a sentence, its state, and how far it is while it moves. */
export function MailStanding({ mail }: { mail: Mail }) {
  const tally = tallyOf(mail);
  const wrong = troubles(mail.counts);
  const isMoving = mail.state === 'sending' || mail.state === 'paused';
  return (
    <>
      <div className="status outbox__status">
        <div>
          <p>{standing(mail.state, tally)}</p>
          {wrong.length > 0 && <p>{wrong.join(', ')}</p>}
        </div>
        <div role="status">
          <MailDot state={mail.state} />
        </div>
        {isMoving && (
          <progress
            aria-label="Copies that had their turn"
            value={mail.total - tally.waiting}
            max={mail.total}
          />
        )}
      </div>
      {mail.note && (
        <Note tone={mail.state === 'paused' ? 'warn' : undefined} role="status">
          {mail.note}
        </Note>
      )}
    </>
  );
}
