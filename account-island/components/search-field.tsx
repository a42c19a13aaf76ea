import { useEffect, useId, useState } from 'react';
import { useDebounced } from '../hooks/use-timers.ts';

/** An address is typed in one go. */
const TYPED_MILLISECONDS = 250;

interface Props {
  initial?: string;
  /** Told what to look for, once the typing has stopped. */
  onSettle: (search: string) => void;
}

/** How an address begins. */
export function AddressSearch({ initial = '', onSettle }: Props) {
  const id = useId();
  const [typed, setTyped] = useState(initial);
  const settled = useDebounced(typed.trim(), TYPED_MILLISECONDS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed is told once, whoever listens by then
  useEffect(() => onSettle(settled), [settled]);
  return (
    <search className="field address-search">
      <label htmlFor={id}>Address begins with</label>
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
