import { type ComponentProps, type ReactNode, useId } from 'react';

type Props = Labelled &
  ComponentProps<'input'> & {
    /** Takes both columns of a form. */
    wide?: boolean;
    /** A button on the same line, or something that lies over the control. */
    beside?: ReactNode;
    over?: ReactNode;
  };

/** One line of input; children stand below it. */
export function Field(props: Props) {
  const { label, fault, hint, optional, wide = false, beside, over, children, ...input } = props;
  const ids = useFieldIds({ fault, hint });
  const control = <input className="in" type="text" {...input} {...ids.described} id={ids.id} />;
  return (
    <div className={wide ? 'field wide' : 'field'}>
      <label htmlFor={ids.id}>
        <LabelText optional={optional ?? !input.required}>{label}</LabelText>
      </label>
      <div className={beside ? 'with' : 'over'}>
        {control}
        {beside}
        {over}
      </div>
      {children}
      <Sentences ids={ids} fault={fault} hint={hint} />
    </div>
  );
}

/** Several lines of input, over both columns of a form. */
export function LongField({
  label,
  fault,
  hint,
  optional = true,
  ...area
}: Labelled & ComponentProps<'textarea'>) {
  const ids = useFieldIds({ fault, hint });
  return (
    <div className="field wide">
      <label htmlFor={ids.id}>
        <LabelText optional={optional}>{label}</LabelText>
      </label>
      <textarea className="in" {...area} {...ids.described} id={ids.id} />
      <Sentences ids={ids} fault={fault} hint={hint} />
    </div>
  );
}

export interface Labelled {
  label: string;
  name: string;
  /** The sentence that stands below the field while it is at fault. */
  fault?: string | undefined;
  /** A sentence that always stands below the field. */
  hint?: string | undefined;
  /** Whether the label says so; without it, what the platform does not require is optional. */
  optional?: boolean;
}

/** The ids that tie a control to its label and to the sentences below it. */
export function useFieldIds({ fault, hint }: Pick<Labelled, 'fault' | 'hint'>) {
  const id = useId();
  const faultId = `${id}fault`;
  const hintId = `${id}hint`;
  const keyPrefixes = [fault && faultId, hint && hintId].filter(Boolean).join(' ');
  return {
    id,
    faultId,
    hintId,
    described: {
      ...(fault && { 'aria-invalid': true }),
      ...(keyPrefixes && { 'aria-describedby': keyPrefixes }),
    },
  };
}

export const LabelText = ({ optional, children }: { optional: boolean; children: ReactNode }) =>
  optional ? (
    <>
      {children} <span className="opt">(optional)</span>
    </>
  ) : (
    children
  );

interface SentencesProps {
  ids: { faultId: string; hintId: string };
  fault?: string | undefined;
  hint?: string | undefined;
}

/** What stands below a control. A hint may come and go, so that its place is always announced. */
export const Sentences = ({ ids, fault, hint }: SentencesProps) => (
  <>
    {fault && (
      <p className="bad" id={ids.faultId} role="alert">
        {fault}
      </p>
    )}
    {hint !== undefined && (
      <p className="hint" id={ids.hintId} role="status">
        {hint}
      </p>
    )}
  </>
);
