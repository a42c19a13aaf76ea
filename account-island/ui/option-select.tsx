import { Field } from './field.tsx';

interface Props<Key extends string> {
  label: string;
  /** Texts by their values. */
  options: Readonly<Record<Key, string>>;
  value: Key;
  onChange: (value: Key) => void;
}

/** One of a few named options, from a list that opens; what is selected counts at once. */
export function OptionSelect<Key extends string>({ label, options, value, onChange }: Props<Key>) {
  const isKey = (text: string): text is Key => Object.hasOwn(options, text);
  return (
    <Field label={label}>
      {(connected) => (
        <select
          className="input"
          {...connected}
          value={value}
          onChange={({ target }) => isKey(target.value) && onChange(target.value)}
        >
          {Object.entries<string>(options).map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
