import type { AuditEntry } from '#contract/audit';
import { deskMessages as texts } from '../text/admin-members.ts';
import { auditActions, ownAuthor } from '../text/audit.ts';
import { authorOf, detailsOf } from '../text/audit-words.ts';
import { Empty } from './empty.tsx';

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

interface Props {
  entries: readonly AuditEntry[];
  /** Opens whom an entry is about; without it, everybody knows. */
  onOpen?: (uid: string) => void;
  /** The member reads about their own account. */
  own?: boolean;
}

export function AuditEntries({ entries, onOpen, own = false }: Props) {
  if (entries.length === 0) return <Empty>{texts.noEntries}</Empty>;
  return (
    <ul className="places">
      {entries.map((entry) => (
        <li key={`${entry.at} ${entry.id}`}>
          <div>
            <strong>{auditActions[entry.action] ?? entry.action}</strong> by{' '}
            {own && entry.by === 'member' ? ownAuthor : authorOf(entry)}
            {onOpen && entry.about && <About about={entry.about} onOpen={onOpen} />}
            <p className="hint">
              <time dateTime={entry.at}>{moment.format(new Date(entry.at))}</time>
              {entry.reason && `: ${entry.reason}`}
            </p>
            {detailsOf(entry).length > 0 && (
              <dl className="told">
                {detailsOf(entry).map(({ name, value }) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            )}
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
