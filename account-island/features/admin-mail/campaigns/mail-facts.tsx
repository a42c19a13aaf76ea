import { bothTimesOf } from '../../../text/hong-kong-time.ts';
import { sizeOf } from '../../../text/sizes.ts';
import type { Mail } from './tally.ts';

interface Props {
  mail: Mail;
  onOpen: (id: string) => void;
}

/** Who ordered the mail, when it leaves, and what belongs to it. */
export function MailFacts({ mail, onOpen }: Props) {
  const other = (id: string, words: string) => (
    <button className="link" type="button" onClick={() => onOpen(id)}>
      {words}
    </button>
  );
  const isAhead = Date.parse(mail.dueAt) > (mail.endedAt ? Date.parse(mail.endedAt) : Date.now());
  const leaves = isAhead ? (mail.endedAt ? 'Was to go out' : 'Goes out') : 'Went out';
  const facts = [
    ['Ordered by', mail.sender],
    ['Ordered', bothTimesOf(mail.createdAt)],
    [leaves, bothTimesOf(mail.dueAt)],
    ['Ended', mail.endedAt && bothTimesOf(mail.endedAt)],
    ['Attachments', mail.attachments.map(({ name, size }) => `${name} (${sizeOf(size)})`).join(', ')],
    ['First sent as', mail.resendOf && other(mail.resendOf, 'the mail before')],
    ['Sent again as', mail.resentAs && other(mail.resentAs, 'a mail of its own')],
  ] as const;
  return (
    <dl className="facts">
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
