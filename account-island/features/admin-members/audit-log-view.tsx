import { type Ref, useId, useRef, useState } from 'react';
import { getAudit } from '#contract/audit';
import { AUDIT_ACTIONS, type AuditAction } from '#shared/audit-choices';
import { request } from '../../api/client.ts';
import { AuditLog } from '../../components/audit-log.tsx';
import { NoMatches } from '../../components/no-matches.tsx';
import { FilterSelect } from '../../components/option-select.tsx';
import { EmptyState } from '../../components/query-state.tsx';
import { ADMIN_DATA } from '../../hooks/use-member.ts';
import { useDebounced } from '../../hooks/use-timers.ts';
import { adminMessages as texts } from '../../text/admin-members.ts';
import { auditActions, parseAuthor } from '../../text/audit.ts';
import { currentMonth } from '../../text/dates.ts';

const TYPING_PAUSE_MS = 300;

/** By their names on the screen. */
const actions: Readonly<Record<string, string>> = Object.fromEntries(
  AUDIT_ACTIONS.map((action) => [action, auditActions[action] ?? action] as const).toSorted(
    ([, one], [, other]) => one.localeCompare(other),
  ),
);

interface Filter {
  /** YYYY-MM in Hong Kong. */
  month: string;
  by: string;
  action: AuditAction | '';
  member: string;
}

const noFilter = { by: '', action: '', member: '' } as const;

/** The log of one month, by who did it, what was done and to whom. */
export function AuditLogView({ onOpen }: { onOpen: (uid: string) => void }) {
  const [filter, setFilter] = useState<Filter>(() => ({ month: currentMonth(), ...noFilter }));
  const first = useRef<HTMLInputElement>(null);
  const by = useDebounced(filter.by.trim(), TYPING_PAUSE_MS);
  const member = useDebounced(filter.member.trim(), TYPING_PAUSE_MS);
  const wanted = { month: filter.month, auditAction: filter.action, by: parseAuthor(by), member };
  const clear = () => {
    setFilter({ ...filter, ...noFilter });
    first.current?.focus();
  };
  const isFiltered = by !== '' || member !== '' || filter.action !== '';
  return (
    <>
      <search className="filters filters--audit">
        <TextFilter
          label="Month (Hong Kong)"
          type="month"
          value={filter.month}
          onChange={(month) => month && setFilter({ ...filter, month })}
        />
        <TextFilter
          ref={first}
          label="Done by"
          placeholder="Username or operator"
          value={filter.by}
          onChange={(text) => setFilter({ ...filter, by: text })}
        />
        <FilterSelect
          label="Action"
          options={actions}
          value={filter.action}
          onChange={(chosen) =>
            setFilter({ ...filter, action: AUDIT_ACTIONS.find((action) => action === chosen) ?? '' })
          }
        />
        <TextFilter
          label="Member"
          placeholder="Username or membership ID"
          value={filter.member}
          onChange={(text) => setFilter({ ...filter, member: text })}
        />
      </search>
      <AuditLog
        queryKey={[...ADMIN_DATA, 'audit', JSON.stringify(wanted)]}
        fetchPage={(cursor) => request(getAudit, { ...wanted, cursor })}
        onOpen={onOpen}
        empty={
          isFiltered ? (
            <NoMatches onClear={clear}>{texts.noMatchingEntries}</NoMatches>
          ) : (
            <EmptyState>{texts.noEntriesInMonth}</EmptyState>
          )
        }
      />
    </>
  );
}

interface TextFilterProps {
  ref?: Ref<HTMLInputElement>;
  label: string;
  type?: 'month' | 'search';
  placeholder?: string;
  value: string;
  onChange: (text: string) => void;
}

function TextFilter({ ref, label, type = 'search', placeholder, value, onChange }: TextFilterProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        ref={ref}
        className="input"
        id={id}
        type={type}
        maxLength={64}
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
