import type { ComponentProps } from 'react';
import { FieldMessages, type FieldProps, LabelText, useFieldIds } from './field.tsx';

/** One of many options, from a list that opens; nothing is selected at first. */
export function Select({
  label,
  error,
  hint,
  optional,
  options,
  ...select
}: FieldProps & ComponentProps<'select'> & { options: readonly string[] }) {
  const ids = useFieldIds({ error, hint });
  return (
    <div className="field">
      <label htmlFor={ids.id}>
        <LabelText optional={optional ?? !select.required}>{label}</LabelText>
      </label>
      <select className="input" defaultValue="" {...select} {...ids.described} id={ids.id}>
        <option value="">Select</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      <FieldMessages ids={ids} error={error} hint={hint} />
    </div>
  );
}

type PickProps = Omit<FieldProps, 'hint'> & {
  options: Readonly<Record<string, string>>;
  required?: boolean;
  defaultValue?: string;
};

/** One of a few options, all visible: labels by their values. */
export function RadioGroup({
  label,
  name,
  error,
  optional,
  options,
  required = false,
  defaultValue,
}: PickProps) {
  const ids = useFieldIds({ error });
  return (
    <fieldset className="field" aria-describedby={error && ids.errorId}>
      <legend>
        <LabelText optional={optional ?? !required}>{label}</LabelText>
      </legend>
      <div className="cluster">
        {Object.entries(options).map(([value, text]) => (
          <label className="checkbox" key={value}>
            <input
              type="radio"
              name={name}
              value={value}
              required={required}
              aria-invalid={Boolean(error)}
              defaultChecked={value === defaultValue}
            />{' '}
            {text}
          </label>
        ))}
      </div>
      <FieldMessages ids={ids} error={error} />
    </fieldset>
  );
}
