import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Field } from '../../../components/field.tsx';

interface Props {
  label: string;
  hint?: string;
  action: string;
  initial?: string;
  busy?: boolean;
  fault?: string | undefined;
  onApply: (text: string) => void;
  onCancel: () => void;
}

/** One question of the editor, between its bar and its page; Enter answers, Escape leaves. */
export function AskRow({ label, hint, action, initial = '', busy, fault, onApply, onCancel }: Props) {
  const [text, setText] = useState(initial);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const answer = (event: KeyboardEvent) => {
    if (event.key === 'Enter') event.preventDefault();
    if (event.key === 'Enter' && !busy) onApply(text);
    if (event.key === 'Escape') onCancel();
  };
  return (
    <div className="ask">
      <Field
        ref={input}
        name="answer"
        label={label}
        hint={hint}
        fault={fault}
        optional={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={answer}
      />
      <div className="form__end">
        <button
          className="btn btn--sm"
          type="button"
          aria-busy={busy || undefined}
          onClick={() => busy || onApply(text)}
        >
          {action}
        </button>
        <button className="btn btn--line btn--sm" type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </div>
  );
}
