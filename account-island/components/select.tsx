import type { ComponentProps } from 'react';
import { type Labelled, LabelText, Sentences, useFieldIds } from './field.tsx';

/** One of many, from a list that opens; nothing is chosen at first. */
export function Choice({
  label,
  fault,
  hint,
  optional,
  options,
  ...select
}: Labelled & ComponentProps<'select'> & { options: readonly string[] }) {
  const ids = useFieldIds({ fault, hint });
  return (
    <div className="field">
      <label htmlFor={ids.id}>
        <LabelText optional={optional ?? !select.required}>{label}</LabelText>
      </label>
      <select className="in" defaultValue="" {...select} {...ids.described} id={ids.id}>
        <option value="">Choose</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      <Sentences ids={ids} fault={fault} hint={hint} />
    </div>
  );
}

type PickProps = Omit<Labelled, 'optional' | 'hint'> & {
  options: Readonly<Record<string, string>>;
  required?: boolean;
  defaultValue?: string;
};

/** One of a few, all in sight: texts by the values that they stand for. */
export function Pick({ label, name, fault, options, required = false, defaultValue }: PickProps) {
  const ids = useFieldIds({ fault });
  return (
    <fieldset className="field" aria-describedby={fault && ids.faultId}>
      <legend>{label}</legend>
      <div className="pick">
        {Object.entries(options).map(([value, text]) => (
          <label className="check" key={value}>
            <input
              type="radio"
              name={name}
              value={value}
              required={required}
              defaultChecked={value === defaultValue}
            />{' '}
            {text}
          </label>
        ))}
      </div>
      <Sentences ids={ids} fault={fault} />
    </fieldset>
  );
}
