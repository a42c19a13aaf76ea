import type { ReactNode } from 'react';
import type { AuditEntry, AuditPage } from '#contract/audit';
import { auditActionNames } from '#shared/audit-choices';
import { describeAuthor, describeDetails, ownAuthor, auditMessages as texts } from '../text/audit.ts';
import { formatShortInHongKong, TIMES_IN_HONG_KONG } from '../text/format.ts';
import { DescriptionList } from './description-list.tsx';
import type { FilterProps } from './filter-bar.tsx';
import { ResourceList } from './resource-list.tsx';
import { memberPath, RowLink } from './row-link.tsx';

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
  filters?: FilterProps;
  /** In place of an empty list. */
  none?: string;
  /** The first page, if another reply included it. */
  initialPage?: AuditPage;
}

/** Audit entries page by page, the latest first. */
export const AuditLog = ({
  queryKey,
  fetchPage,
  filters,
  none = texts.noEntries,
  initialPage,
  ...entries
}: Props) => (
  <ResourceList
    queryKey={queryKey}
    fetchPage={async (cursor) => (await fetchPage(cursor)).data}
    initialPage={initialPage}
    words={{ none, one: '1 entry', other: '{n} entries' }}
    {...(filters && { filters })}
    item={(entry) => <Entry key={`${entry.at} ${entry.id}`} entry={entry} {...entries} />}
  >
    {!entries.own && <p className="hint">{TIMES_IN_HONG_KONG}</p>}
  </ResourceList>
);

/** When, what, to whom and by whom in one line if there is room, and the details in another. */
function Entry({ entry, backLabel, own = false, actionOf }: EntriesProps & { entry: AuditEntry }) {
  const { action, about, at, id, reason, by } = entry;
  return (
    <li>
      <div className="audit-entry">
        <time className="hint" dateTime={at}>
          {formatShortInHongKong(at)}
        </time>
        <p>
          <strong>{actionNames[action] ?? action}</strong>
          {backLabel && about && (
            <>
              {' · '}
              <RowLink to={memberPath(about.uid)} row={`${at} ${id}`} backLabel={backLabel}>
                {about.username ?? about.uid}
              </RowLink>
            </>
          )}
        </p>
        <p className="hint">By {own && by === 'member' ? ownAuthor : describeAuthor(entry)}</p>
        <div className="audit-entry__more">
          {reason && <p className="hint">Reason: {reason}</p>}
          <DescriptionList className="audit-details" items={describeDetails(entry)} />
        </div>
      </div>
      {actionOf?.(entry)}
    </li>
  );
}
