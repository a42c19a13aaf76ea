import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditEntry } from '#contract/audit';
import { deskMessages as texts } from '../text/admin-members.ts';
import { AuditEntries } from './audit-log.tsx';
import { Further } from './pager.tsx';
import { Loaded } from './query-state.tsx';

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
      <Loaded query={log} waiting={texts.loadingLog} failed={texts.loadFailed}>
        {({ pages }) => (
          <AuditEntries
            entries={pages.flatMap(({ data }) => data.entries)}
            own={own}
            {...(onOpen && { onOpen })}
          />
        )}
      </Loaded>
      <Further query={log} label="Earlier entries" />
    </>
  );
}
