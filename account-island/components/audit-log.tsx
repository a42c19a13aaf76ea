import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditEntry } from '#contract/audit';
import { deskMessages as texts } from '../text/admin-members.ts';
import { auditActions, describeAuthor, describeDetails, ownAuthor } from '../text/audit.ts';
import { Pager } from './pager.tsx';
import { EmptyState, QueryState } from './query-state.tsx';

interface Page {
  entries: AuditEntry[];
  next?: string | undefined;
}

interface Props {
  queryKey: readonly string[];
  /** Asks for the page that begins there; `undefined` is the first. */
  ask: (from: string | undefined) => Promise<{ data: Page }>;
  /** The first page, where it came with something else. */
  first?: Page;
  /** Opens whom an entry is about; without it, everybody knows. */
  onOpen?: (uid: string) => void;
  /** The member reads about their own account. */
  own?: boolean;
}

/** Entries, the latest first, and the way to earlier ones. */
export function AuditLog({ queryKey, ask, first, onOpen, own = false }: Props) {
  const log = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => ask(pageParam || undefined),
    initialPageParam: '',
    getNextPageParam: ({ data }) => data.next,
    ...(first && { initialData: { pages: [{ data: first }], pageParams: [''] } }),
  });
  return (
    <>
      <QueryState query={log} waiting={texts.loadingLog} failed={texts.loadFailed}>
        {({ pages }) => (
          <AuditEntries
            entries={pages.flatMap(({ data }) => data.entries)}
            own={own}
            {...(onOpen && { onOpen })}
          />
        )}
      </QueryState>
      <Pager query={log} label="Earlier entries" />
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
    <ul className="places">
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
              <dl className="told">
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
    <button className="link" type="button" onClick={() => onOpen(about.uid)}>
      {about.username ?? about.uid}
    </button>
  </>
);
