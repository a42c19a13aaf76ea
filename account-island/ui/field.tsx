import { type ComponentProps, type ReactNode, useId, useState } from 'react';

export interface FieldProps {
  label: string;
  name: string;
  /** The sentence below the field while it has an error. */
  error?: string | undefined;
  /** The sentence that is always below the field. */
  hint?: string | undefined;
  /** Whether the label says "optional"; by default it does if the control is not required. */
  optional?: boolean;
}

interface FrameProps extends Omit<FieldProps, 'name'> {
  /** Spans both columns of a form. */
  wide?: boolean;
  /** The control, with the id and the attributes that connect it with its label and sentences. */
  children: (connected: ReturnType<typeof useConnection>) => ReactNode;
}

/** A control with its label above and its sentences below. */
export function Field({ label, error, hint, optional = false, wide = false, children }: FrameProps) {
  const connected = useConnection({ error, hint });
  return (
    <div className={wide ? 'field form__wide' : 'field'}>
      <label htmlFor={connected.id}>
        <LabelText optional={optional}>{label}</LabelText>
      </label>
      {children(connected)}
      <FieldMessages id={connected.id} error={error} hint={hint} />
    </div>
  );
}

const errorId = (id: string): string => `${id}error`;
const hintId = (id: string): string => `${id}hint`;

function useConnection({ error, hint }: Pick<FieldProps, 'error' | 'hint'>) {
  const id = useId();
  const sentences = [error && errorId(id), hint && hintId(id)].filter(Boolean).join(' ');
  return {
    id,
    // Without it, browsers report an empty required field as invalid before anything was sent.
    'aria-invalid': Boolean(error),
    'aria-describedby': sentences || undefined,
  };
}

const LabelText = ({ optional, children }: { optional: boolean; children: ReactNode }) =>
  optional ? (
    <>
      {children} <span className="label__optional">(optional)</span>
    </>
  ) : (
    children
  );

interface FieldErrorProps {
  id?: string;
  /** The sentence; nothing is shown without one. */
  children: string | undefined;
}

/** What is wrong with a field, below it. */
export const FieldError = ({ id, children }: FieldErrorProps) =>
  children && (
    <p className="field-error" id={id} role="alert">
      {children}
    </p>
  );

/** The sentences below a control. The hint's element is always there, so that a new hint is announced. */
const FieldMessages = ({ id, error, hint }: Pick<FieldProps, 'error' | 'hint'> & { id: string }) => (
  <>
    <FieldError id={errorId(id)}>{error}</FieldError>
    {hint !== undefined && (
      <p className="hint" id={hintId(id)} role="status">
        {hint}
      </p>
    )}
  </>
);

/** The pattern of a year or another number that is no quantity: a wheel or an arrow key must not change it. */
export const WHOLE_NUMBER = '[0-9]*';

type TextFieldProps = FieldProps &
  ComponentProps<'input'> & {
    wide?: boolean;
    /** A button on the same line, or an overlay of the control. */
    beside?: ReactNode;
    over?: ReactNode;
  };

/** A field with one line; children are shown below it. */
export function TextField(props: TextFieldProps) {
  const { label, error, hint, optional, wide, beside, over, children, ...input } = props;
  const frame = { label, error, hint, optional: optional ?? !input.required, ...(wide && { wide }) };
  return (
    <Field {...frame}>
      {(connected) => (
        <>
          <div className={beside ? 'field__row' : 'field__overlay'}>
            <input className="input" type="text" {...input} {...connected} />
            {beside}
            {over}
          </div>
          {children}
        </>
      )}
    </Field>
  );
}

/** A password field that can show what was typed. */
export function SecretField({ over, ...field }: ComponentProps<typeof TextField>) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...field}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      over={
        <>
          {!isShown && over}
          <button className="form__link show-password" type="button" onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide' : 'Show'}
            <span className="visually-hidden"> {field.label.toLowerCase()}</span>
          </button>
        </>
      }
    />
  );
}

type TextAreaProps = FieldProps & ComponentProps<'textarea'>;

/** A field with several lines, over both columns of a form. */
export const TextArea = ({ label, error, hint, optional = true, ...area }: TextAreaProps) => (
  <Field {...{ label, error, hint, optional }} wide>
    {(connected) => <textarea className="input" {...area} {...connected} />}
  </Field>
);

type SelectProps = FieldProps & ComponentProps<'select'> & { options: readonly string[] };

/** One of many options, from a list that opens; nothing is selected at first. */
export function Select({ label, error, hint, optional, options, ...select }: SelectProps) {
  return (
    <Field {...{ label, error, hint }} optional={optional ?? !select.required}>
      {(connected) => (
        <select className="input" defaultValue="" {...select} {...connected}>
          <option value="">Select</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )}
    </Field>
  );
}

type RadioGroupProps = Omit<FieldProps, 'hint'> & {
  options: Readonly<Record<string, string>>;
  required?: boolean;
  defaultValue?: string;
};

/** One of a few options, all visible: labels by their values. */
export function RadioGroup({ label, error, optional, options, defaultValue, ...radio }: RadioGroupProps) {
  const { id, ...connected } = useConnection({ error });
  return (
    <fieldset className="field" aria-describedby={connected['aria-describedby']}>
      <legend>
        <LabelText optional={optional ?? !radio.required}>{label}</LabelText>
      </legend>
      <div className="cluster">
        {Object.entries(options).map(([value, text]) => (
          <label className="checkbox" key={value}>
            <input
              {...radio}
              type="radio"
              value={value}
              aria-invalid={connected['aria-invalid']}
              defaultChecked={value === defaultValue}
            />{' '}
            {text}
          </label>
        ))}
      </div>
      <FieldMessages id={id} error={error} />
    </fieldset>
  );
}

interface ChoiceButtonsProps<Choice extends string> {
  /** Their labels. */
  choices: readonly Choice[];
  chosen: Choice;
  onChoose: (choice: Choice) => void;
}

/** Radio buttons that look like buttons. Around them is a fieldset with a legend. */
export function ChoiceButtons<Choice extends string>({
  choices,
  chosen,
  onChoose,
}: ChoiceButtonsProps<Choice>) {
  const name = useId();
  return choices.map((choice) => (
    <label key={choice} className="btn btn--outline btn--small">
      <input
        className="visually-hidden"
        type="radio"
        name={name}
        checked={choice === chosen}
        onChange={() => onChoose(choice)}
      />
      {choice}
    </label>
  ));
}
