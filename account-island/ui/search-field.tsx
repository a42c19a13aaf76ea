import { type Ref, useEffect, useId, useState } from 'react';
import { useDebounced } from './use-timers.ts';

/** An address is typed in one go. */
const TYPING_PAUSE_MS = 250;

interface Props {
  ref?: Ref<HTMLInputElement>;
  label: string;
  placeholder?: string;
  maxLength?: number;
  /** The text that is searched for. */
  value: string;
  /** Called with the text once typing has paused. */
  onSearch: (text: string) => void;
}

/** A field of a filter that searches once typing has paused: each search can make an audit entry. */
export function SearchInput({ ref, label, placeholder, maxLength = 254, value, onSearch }: Props) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const debounced = useDebounced(typed.trim(), TYPING_PAUSE_MS);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    // It comes from elsewhere, as from the browser's Back.
    if (value !== debounced) setTyped(value);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each search is reported once, whoever listens by then
  useEffect(() => onSearch(debounced), [debounced]);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        ref={ref}
        className="input"
        id={id}
        type="search"
        autoComplete="off"
        placeholder={placeholder}
        maxLength={maxLength}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        // What is pressed next goes by what is typed.
        onBlur={() => onSearch(typed.trim())}
      />
    </div>
  );
}
