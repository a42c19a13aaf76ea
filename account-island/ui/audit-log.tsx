import type { ReactNode } from 'react';
import type { AuditEntry, AuditPage } from '#contract/audit';
import { auditActionNames } from '#shared/audit-choices';
import { adminMessages as texts } from '../text/admin-members.ts';
import { describeAuthor, describeDetails, ownAuthor } from '../text/audit.ts';
import { formatInHongKong, TIMES_IN_HONG_KONG } from '../text/dates.ts';
import { ItemList } from './data-table.tsx';
import { DescriptionList } from './description-list.tsx';
import { Pager } from './pager.tsx';
import { EmptyState, QueryState } from './query-state.tsx';
import { memberPath, RowLink } from './row-link.tsx';
import { useCursorPages } from './use-cursor-pages.ts';

const actionNames: Readonly<Record<string, string>> = auditActionNames;

interface EntriesProps {
  /** The label of the way back from the member concerned; absent in a list about one member. */
  backLabel?: string;
  /** For the member's own account, on a page that says itself where the times are. */
  own?: boolean;
  /** A button beside an entry. */
  actionOf?: (entry: AuditEntry) => ReactNode;
}

interface Props extends EntriesProps {
  queryKey: readonly string[];
  fetchPage: (cursor: string | undefined) => Promise<{ data: AuditPage }>;
  /** In place of an empty list. */
  empty?: ReactNode;
  /** The first page, if another reply included it. */
  initialPage?: AuditPage;
}

/** Audit entries page by page, the latest first. */
export function AuditLog({
  queryKey,
  fetchPage,
  empty = <EmptyState>{texts.noEntries}</EmptyState>,
  initialPage,
  ...entries
}: Props) {
  const { query, pager } = useCursorPages({
    queryKey,
    fetchPage: async (cursor) => (await fetchPage(cursor)).data,
    initialPage,
  });
  return (
    <>
      <QueryState query={query} waiting={texts.loadingAuditLog} failed={texts.loadFailed}>
        {({ items }) =>
          items.length === 0 ? (
            empty
          ) : (
            <>
              {!entries.own && <p className="hint">{TIMES_IN_HONG_KONG}</p>}
              <ItemList>
                {items.map((entry) => (
                  <Entry key={`${entry.at} ${entry.id}`} entry={entry} {...entries} />
                ))}
              </ItemList>
            </>
          )
        }
      </QueryState>
      <Pager {...pager} one="1 entry" other="{n} entries" />
    </>
  );
}

function Entry({ entry, backLabel, own = false, actionOf }: EntriesProps & { entry: AuditEntry }) {
  const { action, about, at, id, reason, by } = entry;
  return (
    <li>
      <div>
        <strong>{actionNames[action] ?? action}</strong>
        {backLabel && about && (
          <>
            {' · '}
            <RowLink to={memberPath(about.uid)} row={`${at} ${id}`} backLabel={backLabel}>
              {about.username ?? about.uid}
            </RowLink>
          </>
        )}
        <p className="hint">
          By {own && by === 'member' ? ownAuthor : describeAuthor(entry)} ·{' '}
          <time dateTime={at}>{formatInHongKong(at)}</time>
        </p>
        {reason && <p className="hint">Reason: {reason}</p>}
        <DescriptionList
          className="audit-details"
          items={describeDetails(entry).map(({ name, value }) => [name, value])}
        />
      </div>
      {actionOf?.(entry)}
    </li>
  );
}
