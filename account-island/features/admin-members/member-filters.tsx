import { useId } from 'react';
import type { MemberListItem } from '#contract/admin-members';
import { categories, states, statuses } from '../../text/admin-members.ts';

/** An empty choice filters nothing. */
export interface MemberFilter {
  search: string;
  status: MemberListItem['status'] | '';
  category: MemberListItem['category'] | '';
  state: MemberListItem['state'] | '';
}

export const noFilter: MemberFilter = { search: '', status: '', category: '', state: '' };

interface Props {
  filter: MemberFilter;
  onChange: (filter: MemberFilter) => void;
}

export function MemberFilters({ filter, onChange }: Props) {
  const id = useId();
  return (
    <search className="filters">
      <div className="field">
        <label htmlFor={id}>Search</label>
        <input
          className="input"
          id={id}
          type="search"
          maxLength={100}
          placeholder="Name, username, membership ID or email"
          value={filter.search}
          onChange={({ target }) => onChange({ ...filter, search: target.value })}
        />
      </div>
      <FilterSelect
        label="Status"
        options={statuses}
        value={filter.status}
        onChange={(status) => onChange({ ...filter, status })}
      />
      <FilterSelect
        label="Category"
        options={categories}
        value={filter.category}
        onChange={(category) => onChange({ ...filter, category })}
      />
      <FilterSelect
        label="Account"
        options={states}
        value={filter.state}
        onChange={(state) => onChange({ ...filter, state })}
      />
    </search>
  );
}

interface SelectProps<Key extends string> {
  label: string;
  options: Readonly<Record<Key, string>>;
  value: Key | '';
  onChange: (value: Key | '') => void;
}

function FilterSelect<Key extends string>({ label, options, value, onChange }: SelectProps<Key>) {
  const id = useId();
  const isKey = (text: string): text is Key => Object.hasOwn(options, text);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        className="input"
        id={id}
        value={value}
        onChange={({ target }) => onChange(isKey(target.value) ? target.value : '')}
      >
        <option value="">All</option>
        {Object.entries<string>(options).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
