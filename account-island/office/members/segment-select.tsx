import { useId } from 'react';
import type { Segment } from '#contract/member-lists';
import { useSegments } from './use-segments.ts';

interface Props {
  /** The name of the segment that the filter was taken from; empty for none. */
  value: string;
  /** Undefined for no segment. */
  onChoose: (segment: Segment | undefined) => void;
}

/** The filters that administrators saved; nothing while there are none. */
export function SegmentSelect({ value, onChoose }: Props) {
  const id = useId();
  const { segments } = useSegments();
  if (segments.length === 0) return null;
  return (
    <div className="field">
      <label htmlFor={id}>Segment</label>
      <select
        className="input"
        id={id}
        value={value}
        onChange={({ target }) => onChoose(segments.find(({ name }) => name === target.value))}
      >
        <option value="">None</option>
        {segments.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </div>
  );
}
