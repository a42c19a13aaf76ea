import { type ComponentProps, type ReactNode, useId } from 'react';

type Props = FieldProps &
  ComponentProps<'input'> & {
    /** Spans both columns of a form. */
    wide?: boolean;
    /** A button on the same line, or an overlay of the control. */
    beside?: ReactNode;
    over?: ReactNode;
  };

/** The pattern of a year or another number that is no quantity: a wheel or an arrow key must not change it. */
export const WHOLE_NUMBER = '[0-9]*';

/** A field with one line; children are shown below it. */
export function TextField(props: Props) {
  const { label, error, hint, optional, wide = false, beside, over, children, ...input } = props;
  const ids = useFieldIds({ error, hint });
  const control = <input className="input" type="text" {...input} {...ids.described} id={ids.id} />;
  return (
    <div className={wide ? 'field form__wide' : 'field'}>
      <label htmlFor={ids.id}>
        <LabelText optional={optional ?? !input.required}>{label}</LabelText>
      </label>
      <div className={beside ? 'field__row' : 'field__overlay'}>
        {control}
        {beside}
        {over}
      </div>
      {children}
      <FieldMessages ids={ids} error={error} hint={hint} />
    </div>
  );
}

/** A field with several lines, over both columns of a form. */
export function TextArea({
  label,
  error,
  hint,
  optional = true,
  ...area
}: FieldProps & ComponentProps<'textarea'>) {
  const ids = useFieldIds({ error, hint });
  return (
    <div className="field form__wide">
      <label htmlFor={ids.id}>
        <LabelText optional={optional}>{label}</LabelText>
      </label>
      <textarea className="input" {...area} {...ids.described} id={ids.id} />
      <FieldMessages ids={ids} error={error} hint={hint} />
    </div>
  );
}

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

/** The ids that connect a control with its label and the sentences below it. */
export function useFieldIds({ error, hint }: Pick<FieldProps, 'error' | 'hint'>) {
  const id = useId();
  const errorId = `${id}error`;
  const hintId = `${id}hint`;
  const keyPrefixes = [error && errorId, hint && hintId].filter(Boolean).join(' ');
  return {
    id,
    errorId,
    hintId,
    described: {
      // Without it, browsers report an empty required field as invalid before anything was sent.
      'aria-invalid': Boolean(error),
      ...(keyPrefixes && { 'aria-describedby': keyPrefixes }),
    },
  };
}

export const LabelText = ({ optional, children }: { optional: boolean; children: ReactNode }) =>
  optional ? (
    <>
      {children} <span className="label__optional">(optional)</span>
    </>
  ) : (
    children
  );

interface SentencesProps {
  ids: { errorId: string; hintId: string };
  error?: string | undefined;
  hint?: string | undefined;
}

/** The sentences below a control. The hint's element is always there, so that a new hint is announced. */
export const FieldMessages = ({ ids, error, hint }: SentencesProps) => (
  <>
    {error && (
      <p className="field-error" id={ids.errorId} role="alert">
        {error}
      </p>
    )}
    {hint !== undefined && (
      <p className="hint" id={ids.hintId} role="status">
        {hint}
      </p>
    )}
  </>
);
