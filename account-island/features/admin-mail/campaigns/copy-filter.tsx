import { CopyState } from '#contract/outbox';
import { copyStates, number } from '../../../text/admin-campaigns.ts';
import type { Mail, State } from './tally.ts';

interface Props {
  mail: Pick<Mail, 'counts' | 'total'>;
  state: State | undefined;
  onChange: (state: State | undefined) => void;
}

/** The counts, each the way to its copies; those of nothing are left out. */
export function CopyFilter({ mail: { counts, total }, state, onChange }: Props) {
  const choices = [
    { name: undefined, label: 'All', count: total },
    ...CopyState.options
      .filter((name) => counts[name] > 0 || name === state)
      .map((name) => ({ name, label: copyStates[name], count: counts[name] })),
  ];
  return (
    <fieldset className="sift" aria-label="By state">
      {choices.map(({ name, label, count }) => (
        <button
          key={label}
          className="btn btn--line btn--sm"
          type="button"
          aria-pressed={name === state}
          onClick={() => onChange(name)}
        >
          {label} <span className="num">{number(count)}</span>
        </button>
      ))}
    </fieldset>
  );
}
