import { useId, useRef } from 'react';
import * as z from 'zod/mini';
import { getAudit } from '#contract/audit';
import { AUDIT_ACTIONS, auditActionNames } from '#shared/audit-choices';
import { request } from '../../api/client.ts';
import { adminMessages as texts } from '../../text/admin-members.ts';
import { parseAuthor } from '../../text/audit.ts';
import { currentMonth } from '../../text/dates.ts';
import { AuditLog } from '../../ui/audit-log.tsx';
import { Button } from '../../ui/button.tsx';
import { FilterSelect } from '../../ui/option-select.tsx';
import { EmptyState } from '../../ui/query-state.tsx';
import { SearchInput } from '../../ui/search-field.tsx';
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

const noFilter = { by: '', action: '', member: '' } as const;

/** The log of one month, by who did it, what was done and to whom. */
export function AuditLogView({ backLabel }: { backLabel: string }) {
  const [{ month, by, action, member }, change] = useListFilter(Filter, {
    month: currentMonth(),
    ...noFilter,
  });
  const first = useRef<HTMLInputElement>(null);
  const wanted = { month, auditAction: action, by: parseAuthor(by), member };
  const clear = () => {
    change(noFilter);
    first.current?.focus();
  };
  const isFiltered = by !== '' || member !== '' || action !== '';
  return (
    <>
      <search className="filters filters--audit">
        <MonthField value={month} onChange={(next) => change({ month: next })} />
        <SearchInput
          ref={first}
          label="Done by"
          placeholder="Username or operator"
          maxLength={MAX_CHARACTERS}
          value={by}
          onSearch={(text) => change({ by: text })}
        />
        <FilterSelect
          label="Action"
          options={actions}
          value={action}
          onChange={(chosen) => change({ action: AUDIT_ACTIONS.find((each) => each === chosen) ?? '' })}
        />
        <SearchInput
          label="Member"
          placeholder="Username or membership ID"
          maxLength={MAX_CHARACTERS}
          value={member}
          onSearch={(text) => change({ member: text })}
        />
      </search>
      {isFiltered && (
        <p>
          <Button kind="inline" onClick={clear}>
            {texts.clearFilters}
          </Button>
        </p>
      )}
      <AuditLog
        queryKey={[...ADMIN_DATA, 'audit', JSON.stringify(wanted)]}
        fetchPage={(cursor) => request(getAudit, { ...wanted, cursor })}
        backLabel={backLabel}
        empty={
          <div role="status">
            <EmptyState>{isFiltered ? texts.noMatchingEntries : texts.noEntriesInMonth}</EmptyState>
          </div>
        }
      />
    </>
  );
}

function MonthField({ value, onChange }: { value: string; onChange: (month: string) => void }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>Month (Hong Kong)</label>
      <input
        className="input"
        id={id}
        type="month"
        value={value}
        onChange={({ target }) => target.value && onChange(target.value)}
      />
    </div>
  );
}
