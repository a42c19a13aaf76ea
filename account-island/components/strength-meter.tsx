import { STRENGTH_LABELS, type Strength } from './strength.ts';

/** Advises, and never blocks. */
export function StrengthMeter({ strength }: { strength: Strength }) {
  const label = STRENGTH_LABELS[strength];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <meter> cannot be drawn as four bars
    <div
      className="meter"
      data-level={strength}
      role="meter"
      aria-label="Password strength"
      aria-valuemin={0}
      aria-valuemax={4}
      aria-valuenow={strength}
      aria-valuetext={label}
    >
      <div className="meter__bars" aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </div>
      <p>
        <span>Strength</span>
        <b>{label}</b>
      </p>
    </div>
  );
}
