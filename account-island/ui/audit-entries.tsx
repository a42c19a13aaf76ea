import type { AuditEntry } from '#contract/audit';
import { deskMessages as texts } from '../text/desk-messages.ts';
import { Empty } from './empty.tsx';

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** As people read them: what is empty is left out, `startDate` is `start date`. */
const detailsOf = ({ details }: AuditEntry): string =>
  Object.entries(details)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${value}`)
    .sort()
    .join(', ');

interface Props {
  entries: readonly AuditEntry[];
  /** Opens whom an entry is about; without it, everybody knows. */
  onOpen?: (uid: string) => void;
}

export function AuditEntries({ entries, onOpen }: Props) {
  if (entries.length === 0) return <Empty>{texts.noEntries}</Empty>;
  return (
    <ul className="places">
      {entries.map((entry) => (
        <li key={`${entry.at} ${entry.id}`}>
          <div>
            <strong>{entry.action.replaceAll('-', ' ')}</strong> by {entry.by}
            {onOpen && entry.about && <About about={entry.about} onOpen={onOpen} />}
            <p className="hint">
              <time dateTime={entry.at}>{moment.format(new Date(entry.at))}</time>
              {entry.reason && `: ${entry.reason}`}
            </p>
            <p className="hint">{detailsOf(entry)}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

const About = ({
  about,
  onOpen,
}: {
  about: NonNullable<AuditEntry['about']>;
  onOpen: (uid: string) => void;
}) => (
  <>
    , about{' '}
    <button className="link" type="button" onClick={() => onOpen(about.uid)}>
      {about.username ?? about.uid}
    </button>
  </>
);
