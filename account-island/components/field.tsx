import { type ComponentProps, type ReactNode, useId } from 'react';

type Props = FieldProps &
  ComponentProps<'input'> & {
    /** Takes both columns of a form. */
    wide?: boolean;
    /** A button on the same line, or something that lies over the control. */
    beside?: ReactNode;
    over?: ReactNode;
  };

/** One line of input; children stand below it. */
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

/** Several lines of input, over both columns of a form. */
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
  /** The sentence that stands below the field as long as something is wrong with it. */
  error?: string | undefined;
  /** A sentence that always stands below the field. */
  hint?: string | undefined;
  /** Whether the label says so; without it, what the platform does not require is optional. */
  optional?: boolean;
}

/** The ids that tie a control to its label and to the sentences below it. */
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
      ...(error && { 'aria-invalid': true }),
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

/** What stands below a control. A hint may come and go, so that its place is always announced. */
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
