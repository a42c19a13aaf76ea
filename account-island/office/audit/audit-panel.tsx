import * as z from 'zod/mini';
import { getAudit } from '#contract/audit';
import { AUDIT_ACTIONS, auditActionNames } from '#shared/audit-choices';
import { request } from '../../api/client.ts';
import { parseAuthor, auditMessages as texts } from '../../text/audit.ts';
import { currentMonth } from '../../text/format.ts';
import { AuditLog } from '../../ui/audit-log.tsx';
import type { FilterField } from '../../ui/filter-bar.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useListFilter } from '../../ui/use-list-filter.ts';
import { ADMIN_DATA } from '../../ui/use-member.ts';

/** By their names on the screen. */
const actions: Readonly<Record<string, string>> = Object.fromEntries(
  AUDIT_ACTIONS.map((action) => [action, auditActionNames[action]] as const).toSorted(([, one], [, other]) =>
    one.localeCompare(other),
  ),
);

const MAX_CHARACTERS = 64;
const Text = z.string().check(z.maxLength(MAX_CHARACTERS));
const Filter = z.object({
  /** In Hong Kong. */
  month: z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/)),
  by: Text,
  action: z.enum([...AUDIT_ACTIONS, '']),
  member: Text,
});

const FIELDS: readonly FilterField[] = [
  { name: 'by', label: 'Done by', placeholder: 'Username or operator', maxLength: MAX_CHARACTERS },
  { name: 'member', label: 'Member', placeholder: 'Username or ID', maxLength: MAX_CHARACTERS },
  { name: 'action', label: 'Action', options: actions },
  { name: 'month', label: 'Month (Hong Kong)', type: 'month' },
];

/** The log of one month, by who did it, what was done and to whom. */
export default function AuditPanel() {
  const none = { month: currentMonth(), by: '', action: '', member: '' } as const;
  const [filter, change] = useListFilter(Filter, none);
  const { month, by, action, member } = filter;
  const wanted = { month, auditAction: action, by: parseAuthor(by), member };
  return (
    <Panel title="Audit log">
      <AuditLog
        queryKey={[...ADMIN_DATA, 'audit', JSON.stringify(wanted)]}
        fetchPage={(cursor) => request(getAudit, { ...wanted, cursor })}
        filters={{ fields: FIELDS, filter, none, onChange: change }}
        backLabel="Back to Audit log"
        none={by !== '' || member !== '' || action !== '' ? texts.noMatchingEntries : texts.noEntriesInMonth}
      />
    </Panel>
  );
}
