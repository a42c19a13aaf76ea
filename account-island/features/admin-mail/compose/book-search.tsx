import { type KeyboardEvent, useId } from 'react';
import type { Search } from './recipients.ts';

const STATUSES = { inactive: 'Inactive', active: 'Active', all: 'All' } as const;

const isStatus = (text: string): text is Search['status'] => Object.hasOwn(STATUSES, text);

interface Props {
  wanted: Search;
  onChange: (wanted: Search) => void;
}

export function BookSearch({ wanted, onChange }: Props) {
  const id = useId();
  // Found as it is typed: Enter has nothing to send.
  const stay = (event: KeyboardEvent) => event.key === 'Enter' && event.preventDefault();
  return (
    <search className="book__search">
      <div className="field">
        <label htmlFor={`${id}search`}>Search by e-mail</label>
        <input
          data-field="recipients"
          className="in"
          id={`${id}search`}
          type="search"
          autoComplete="off"
          maxLength={64}
          value={wanted.search}
          onKeyDown={stay}
          onChange={({ target }) => onChange({ ...wanted, search: target.value })}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}status`}>Membership</label>
        <select
          className="in"
          id={`${id}status`}
          value={wanted.status}
          onChange={({ target: { value } }) => isStatus(value) && onChange({ ...wanted, status: value })}
        >
          {Object.entries(STATUSES).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
    </search>
  );
}
