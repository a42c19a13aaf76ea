import { useState } from 'react';
import { ApiError } from '../../../api/http.ts';
import { Notice, ResultNotice } from '../../../components/notice.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import { StatusDot } from '../../../components/status-dot.tsx';
import {
  mailStates,
  standing,
  outboxMessages as texts,
  tones,
  troubles,
} from '../../../text/admin-campaigns.ts';
import { bothTimesOf } from '../../../text/dates.ts';
import type { NoticeMessage } from '../../../text/errors.ts';
import { formatBytes } from '../../../text/format.ts';
import { Preview } from '../message-preview.tsx';
import { MailActs } from './campaign-actions.tsx';
import { NotLive } from './campaign-list.tsx';
import { type Mail, nextLook, tallyOf, useCampaign, useCampaignContent } from './campaign-queries.ts';
import { CopyList } from './delivery-list.tsx';

interface Props {
  id: string;
  onOpen: (id: string) => void;
  onHeld: (address: string) => void;
  onBack: () => void;
}

/** One mail: where it stands, what can be done, and what became of each copy. */
export function MailView({ id, onOpen, onHeld, onBack }: Props) {
  const found = useCampaign(id);
  const [notice, setNotice] = useState<NoticeMessage>();
  return (
    <>
      <p>
        <button className="text-button" type="button" onClick={onBack}>
          All mail
        </button>
      </p>
      <QueryState
        query={found}
        waiting={texts.loadingMail}
        failed={isNone(found.error) ? texts.noSuchMail : texts.loadFailed}
      >
        {(mail) => (
          <>
            <h3 className="campaigns__subject">{mail.subject}</h3>
            <NotLive query={found} />
            <MailStanding mail={mail} />
            <MailActs mail={mail} onNotice={setNotice} onOpen={onOpen} />
            <ResultNotice notice={notice} />
            <MailFacts mail={mail} onOpen={onOpen} />
            <LetterFold id={id} />
            <CopyList mail={mail} every={nextLook(mail, new Date())} onHeld={onHeld} />
          </>
        )}
      </QueryState>
    </>
  );
}

/** An address that somebody wrote by hand, or a mail that is no longer kept. */
const isNone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/** Where the mail stands: a sentence, its state, and how far it is while it moves. */
function MailStanding({ mail }: { mail: Mail }) {
  const tally = tallyOf(mail);
  const wrong = troubles(mail.counts);
  const isMoving = mail.state === 'sending' || mail.state === 'paused';
  return (
    <>
      <div className="status-summary campaigns__status">
        <div>
          <p>{standing(mail.state, tally)}</p>
          {wrong.length > 0 && <p>{wrong.join(', ')}</p>}
        </div>
        <div role="status">
          <StatusDot tone={tones[mail.state]}>{mailStates[mail.state]}</StatusDot>
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
        <Notice tone={mail.state === 'paused' ? 'warn' : undefined} role="status">
          {mail.note}
        </Notice>
      )}
    </>
  );
}

interface FactsProps {
  mail: Mail;
  onOpen: (id: string) => void;
}

/** Who ordered the mail, when it leaves, and what belongs to it. */
function MailFacts({ mail, onOpen }: FactsProps) {
  const other = (id: string, words: string) => (
    <button className="text-button" type="button" onClick={() => onOpen(id)}>
      {words}
    </button>
  );
  const isAhead = Date.parse(mail.dueAt) > (mail.endedAt ? Date.parse(mail.endedAt) : Date.now());
  const leaves = isAhead ? (mail.endedAt ? 'Was to go out' : 'Goes out') : 'Went out';
  const facts = [
    ['Ordered by', mail.senderName],
    ['Ordered', bothTimesOf(mail.createdAt)],
    [leaves, bothTimesOf(mail.dueAt)],
    ['Ended', mail.endedAt && bothTimesOf(mail.endedAt)],
    ['Attachments', mail.attachments.map(({ name, size }) => `${name} (${formatBytes(size)})`).join(', ')],
    ['First sent as', mail.resendOf && other(mail.resendOf, 'the mail before')],
    ['Sent again as', mail.resentAs && other(mail.resentAs, 'a mail of its own')],
  ] as const;
  return (
    <dl className="summary-list">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** What the mail says, asked for when it is opened. */
function LetterFold({ id }: { id: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const letter = useCampaignContent(id, isOpen);
  const isGone = letter.error instanceof ApiError && letter.error.status === 409;
  return (
    <details className="disclosure" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>What it says</summary>
      {isOpen && (
        <QueryState
          query={letter}
          waiting={texts.loadingLetter}
          failed={isGone ? texts.letterGone : texts.loadFailed}
        >
          {({ html, text }) => (
            <>
              <p className="hint">{texts.asYou}</p>
              <Preview html={html} text={text} />
            </>
          )}
        </QueryState>
      )}
    </details>
  );
}
