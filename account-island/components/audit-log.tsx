import type { AuditEntry, AuditPage } from '#contract/audit';
import { useCursorPages } from '../hooks/use-cursor-pages.ts';
import { deskMessages as texts } from '../text/admin-members.ts';
import { auditActions, describeAuthor, describeDetails, ownAuthor } from '../text/audit.ts';
import { Pager } from './pager.tsx';
import { EmptyState, QueryState } from './query-state.tsx';

interface Props {
  queryKey: readonly string[];
  fetchPage: (cursor: string | undefined) => Promise<{ data: AuditPage }>;
  /** The first page, where it came with another reply. */
  initialPage?: AuditPage;
  /** Opens whom an entry is about; without it, everybody knows. */
  onOpen?: (uid: string) => void;
  /** The member reads about their own account. */
  own?: boolean;
}

/** Entries of the log page by page, the latest first. */
export function AuditLog({ queryKey, fetchPage, initialPage, onOpen, own = false }: Props) {
  const { query, pager } = useCursorPages({
    queryKey,
    fetchPage: async (cursor) => (await fetchPage(cursor)).data,
    initialPage,
  });
  return (
    <>
      <QueryState query={query} waiting={texts.loadingLog} failed={texts.loadFailed}>
        {({ items }) => <AuditEntries entries={items} own={own} {...(onOpen && { onOpen })} />}
      </QueryState>
      <Pager {...pager} one="1 entry" other="{n} entries" />
    </>
  );
}

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

interface EntriesProps {
  entries: readonly AuditEntry[];
  /** Opens whom an entry is about; without it, everybody knows. */
  onOpen?: (uid: string) => void;
  /** The member reads about their own account. */
  own?: boolean;
}

function AuditEntries({ entries, onOpen, own = false }: EntriesProps) {
  if (entries.length === 0) return <EmptyState>{texts.noEntries}</EmptyState>;
  return (
    <ul className="item-list">
      {entries.map((entry) => (
        <li key={`${entry.at} ${entry.id}`}>
          <div>
            <strong>{auditActions[entry.action] ?? entry.action}</strong> by{' '}
            {own && entry.by === 'member' ? ownAuthor : describeAuthor(entry)}
            {onOpen && entry.about && <About about={entry.about} onOpen={onOpen} />}
            <p className="hint">
              <time dateTime={entry.at}>{moment.format(new Date(entry.at))}</time>
              {entry.reason && `: ${entry.reason}`}
            </p>
            {describeDetails(entry).length > 0 && (
              <dl className="audit-details">
                {describeDetails(entry).map(({ name, value }) => (
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
    <button className="text-button" type="button" onClick={() => onOpen(about.uid)}>
      {about.username ?? about.uid}
    </button>
  </>
);
