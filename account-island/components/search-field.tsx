import { useEffect, useId, useState } from 'react';
import { useDebounced } from '../hooks/use-timers.ts';

/** An address is typed in one go. */
const TYPING_PAUSE_MS = 250;

interface Props {
  label: string;
  initial?: string;
  /** Called with the search text once typing has paused. */
  onSearch: (search: string) => void;
}

/** A search box that searches once typing has paused. */
export function SearchField({ label, initial = '', onSearch }: Props) {
  const id = useId();
  const [typed, setTyped] = useState(initial);
  const debounced = useDebounced(typed.trim(), TYPING_PAUSE_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each search is reported once, whoever listens by then
  useEffect(() => onSearch(debounced), [debounced]);
  return (
    <search className="field search-field">
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        id={id}
        type="search"
        autoComplete="off"
        maxLength={254}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </search>
  );
}
