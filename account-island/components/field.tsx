import type { ComponentProps, ReactNode } from 'react';
import { type Labelled, LabelText, Sentences, useFieldIds } from './labelled.tsx';

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
