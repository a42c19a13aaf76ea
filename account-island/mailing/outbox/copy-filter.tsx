import { useId } from 'react';
import { CopyState } from '#contract/outbox';
import { copyStates, number } from '../../text/outbox-messages.ts';
import type { Mail, State } from './tally.ts';

interface Props {
  counts: Mail['counts'];
  total: number;
  state: State | undefined;
  search: string;
  onChange: (wanted: { state?: State | undefined; search?: string }) => void;
}

/** The counts, each the way to its copies; those of nothing are left out. */
export function CopyFilter({ counts, total, state, search, onChange }: Props) {
  const id = useId();
  const choices = [
    { name: undefined, label: 'All', count: total },
    ...CopyState.options
      .filter((name) => counts[name] > 0 || name === state)
      .map((name) => ({ name, label: copyStates[name], count: counts[name] })),
  ];
  return (
    <div className="sift">
      <fieldset className="sift__states" aria-label="By state">
        {choices.map(({ name, label, count }) => (
          <button
            key={label}
            className="btn btn--line btn--sm"
            type="button"
            aria-pressed={name === state}
            onClick={() => onChange({ state: name })}
          >
            {label} <span className="num">{number(count)}</span>
          </button>
        ))}
      </fieldset>
      <search className="field">
        <label htmlFor={id}>Address begins with</label>
        <input
          className="in"
          id={id}
          type="search"
          autoComplete="off"
          maxLength={254}
          value={search}
          onChange={({ target }) => onChange({ search: target.value })}
        />
      </search>
    </div>
  );
}
