import { useState } from 'react';
import { CallFailed } from '../../../api/http.ts';
import { type Said, SaidNote } from '../../../components/notice.tsx';
import { Loaded } from '../../../components/query-state.tsx';
import { outboxMessages as texts } from '../../../text/admin-campaigns.ts';
import { MailActs } from './campaign-actions.tsx';
import { useMail } from './campaign-queries.ts';
import { CopyList } from './delivery-list.tsx';
import { LetterFold } from './letter-fold.tsx';
import { MailFacts } from './mail-facts.tsx';
import { MailStanding } from './mail-standing.tsx';
import { NotLive } from './not-live.tsx';
import { nextLook } from './tally.ts';

interface Props {
  id: string;
  onOpen: (id: string) => void;
  onHeld: (address: string) => void;
  onBack: () => void;
}

/** One mail: where it stands, what can be done, and what became of each copy. */
export function MailView({ id, onOpen, onHeld, onBack }: Props) {
  const found = useMail(id);
  const [said, setSaid] = useState<Said>();
  return (
    <>
      <p>
        <button className="link" type="button" onClick={onBack}>
          All mail
        </button>
      </p>
      <Loaded
        query={found}
        waiting={texts.loadingMail}
        failed={isNone(found.error) ? texts.noSuchMail : texts.loadFailed}
      >
        {(mail) => (
          <>
            <h3 className="outbox__subject">{mail.subject}</h3>
            <NotLive query={found} />
            <MailStanding mail={mail} />
            <MailActs mail={mail} onSaid={setSaid} onOpen={onOpen} />
            <SaidNote said={said} />
            <MailFacts mail={mail} onOpen={onOpen} />
            <LetterFold id={id} />
            <CopyList mail={mail} every={nextLook(mail, new Date())} onHeld={onHeld} />
          </>
        )}
      </Loaded>
    </>
  );
}

/** An address that somebody wrote by hand, or a mail that is no longer kept. */
const isNone = (error: unknown): boolean =>
  error instanceof CallFailed && (error.status === 404 || error.status === 400);
