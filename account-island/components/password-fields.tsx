import { useState } from 'react';
import { Field } from './field.tsx';
import type { Labelled } from './labelled.tsx';
import { type Strength, strengthOf } from './strength.ts';
import { StrengthMeter } from './strength-meter.tsx';

interface Props {
  of: (name: 'password' | 'confirmation') => Labelled;
  /** Of the form: in one of two, the strength stands below both fields. */
  columns: 1 | 2;
}

/** The fields of a new password: itself, its strength, and once more what was typed. */
export function NewPassword({ of, columns }: Props) {
  const [strength, setStrength] = useState<Strength>(0);
  const meter = <StrengthMeter strength={strength} />;
  const field = { type: 'password', autoComplete: 'new-password', required: true };
  return (
    <>
      <Field
        {...of('password')}
        {...field}
        onInput={(event) => setStrength(strengthOf(event.currentTarget.value))}
      >
        {columns === 1 && meter}
      </Field>
      <Field {...of('confirmation')} {...field} />
      {columns === 2 && <div className="wide">{meter}</div>}
    </>
  );
}
