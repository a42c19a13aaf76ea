import { useState } from 'react';
import { CallFailed } from '../../api/call-failed.ts';
import { outboxMessages as texts } from '../../text/outbox-messages.ts';
import { Failed } from '../../ui/failed.tsx';
import { type Said, SaidNote } from '../../ui/note.tsx';
import { sentenceOf } from '../../ui/sentence-of.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { CopyList } from './copy-list.tsx';
import { LetterFold } from './letter-fold.tsx';
import { MailActs } from './mail-acts.tsx';
import { MailFacts } from './mail-facts.tsx';
import { MailStanding } from './mail-standing.tsx';
import { NotLive } from './not-live.tsx';
import { useMail } from './queries.ts';
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
  const back = (
    <p>
      <button className="link" type="button" onClick={onBack}>
        All mail
      </button>
    </p>
  );
  if (found.isPending) return <Waiting label={texts.loadingMail} />;
  const { data: mail } = found;
  if (mail === undefined)
    return (
      <>
        {back}
        <Failed
          message={isNone(found.error) ? texts.noSuchMail : sentenceOf(found.error, texts.loadFailed)}
          action="Try again"
          busy={found.isFetching}
          onAction={() => found.refetch()}
        />
      </>
    );
  return (
    <>
      {back}
      <h3 className="outbox__subject">{mail.subject}</h3>
      <NotLive error={found.error} seenAt={found.dataUpdatedAt} />
      <MailStanding mail={mail} />
      <MailActs mail={mail} onSaid={setSaid} onOpen={onOpen} />
      <SaidNote said={said} />
      <MailFacts mail={mail} onOpen={onOpen} />
      <LetterFold id={id} />
      <CopyList mail={mail} every={nextLook(mail, new Date())} onHeld={onHeld} />
    </>
  );
}

/** An address that somebody wrote by hand, or a mail that is no longer kept. */
const isNone = (error: unknown): boolean =>
  error instanceof CallFailed && (error.status === 404 || error.status === 400);
