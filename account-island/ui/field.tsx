import { type ComponentProps, type ReactNode, useId } from 'react';

interface Labelled {
  label: string;
  name: string;
  /** The sentence that stands below the field while it is at fault. */
  fault?: string | undefined;
}

/** One line of input; a wide one takes both columns of a form. */
export function Field({
  label,
  fault,
  wide = false,
  ...input
}: Labelled & ComponentProps<'input'> & { wide?: boolean }) {
  const { id, faultId, described } = useFaultIds(fault);
  return (
    <div className={wide ? 'field wide' : 'field'}>
      <label htmlFor={id}>
        <LabelText required={input.required}>{label}</LabelText>
      </label>
      <input className="in" type="text" {...input} {...described} id={id} />
      <Fault id={faultId}>{fault}</Fault>
    </div>
  );
}

/** One of many, from a list that opens; nothing is chosen at first. */
export function Choice({
  label,
  fault,
  options,
  ...select
}: Labelled & ComponentProps<'select'> & { options: readonly string[] }) {
  const { id, faultId, described } = useFaultIds(fault);
  return (
    <div className="field">
      <label htmlFor={id}>
        <LabelText required={select.required}>{label}</LabelText>
      </label>
      <select className="in" defaultValue="" {...select} {...described} id={id}>
        <option value="">Choose</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      <Fault id={faultId}>{fault}</Fault>
    </div>
  );
}

/** One of a few, all in sight: texts by the values that they stand for. Always required. */
export function Pick({
  label,
  name,
  fault,
  options,
}: Labelled & { options: Readonly<Record<string, string>> }) {
  const { faultId } = useFaultIds(fault);
  return (
    <fieldset className="field" aria-describedby={fault && faultId}>
      <legend>{label}</legend>
      <div className="pick">
        {Object.entries(options).map(([value, text]) => (
          <label className="check" key={value}>
            <input type="radio" name={name} value={value} required /> {text}
          </label>
        ))}
      </div>
      <Fault id={faultId}>{fault}</Fault>
    </fieldset>
  );
}

function useFaultIds(fault: string | undefined) {
  const id = useId();
  const faultId = `${id}fault`;
  const described = fault ? { 'aria-invalid': true, 'aria-describedby': faultId } : {};
  return { id, faultId, described };
}

const LabelText = ({ required, children }: { required: boolean | undefined; children: ReactNode }) =>
  required ? (
    children
  ) : (
    <>
      {children} <span className="opt">(optional)</span>
    </>
  );

const Fault = ({ id, children }: { id: string; children: string | undefined }) =>
  children && (
    <p className="bad" id={id} role="alert">
      {children}
    </p>
  );
