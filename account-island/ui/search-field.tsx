import { useEffect, useState } from 'react';
import { Field } from './field.tsx';

/** An address is typed in one go. */
const TYPING_PAUSE_MS = 250;

interface Props {
  label: string;
  placeholder?: string;
  maxLength?: number;
  /** The text that is searched for. */
  value: string;
  /** Called with the text once typing has paused. */
  onSearch: (text: string) => void;
}

/** A field of a filter that searches once typing has paused: each search can make an audit entry. */
export function SearchInput({ label, placeholder, maxLength = 254, value, onSearch }: Props) {
  const [typed, setTyped] = useState(value);
  const trimmed = typed.trim();
  const [debounced, setDebounced] = useState(trimmed);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(trimmed), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [trimmed]);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    // It comes from elsewhere, as from the browser's Back.
    if (value !== debounced) setTyped(value);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each search is reported once, whoever listens by then
  useEffect(() => onSearch(debounced), [debounced]);
  return (
    <Field label={label}>
      {(connected) => (
        <input
          className="input"
          {...connected}
          type="search"
          autoComplete="off"
          placeholder={placeholder}
          maxLength={maxLength}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          // What is pressed next goes by what is typed.
          onBlur={() => onSearch(typed.trim())}
        />
      )}
    </Field>
  );
}
