import { type ComponentProps, useEffect, useState } from 'react';
import { TextField } from '../../components/field.tsx';

const SHOWN_FOR_MS = 500;

/**
 * A password field that shows what is typed for half a second while it has the focus. The text is in a visual overlay:
 * for screen readers and password managers, the field is always a password field.
 */
export function PasswordField({ onInput, onBlur, ...field }: ComponentProps<typeof TextField>) {
  const [shown, setShown] = useState('');

  useEffect(() => {
    if (shown === '') return undefined;
    const timer = setTimeout(() => setShown(''), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [shown]);

  return (
    <TextField
      {...field}
      type="password"
      data-shown={shown !== '' || undefined}
      onInput={(event) => {
        const input = event.currentTarget;
        setShown(document.activeElement === input ? input.value : '');
        onInput?.(event);
      }}
      onBlur={(event) => {
        setShown('');
        onBlur?.(event);
      }}
      over={
        shown !== '' && (
          <span className="shown-password" aria-hidden="true">
            <span>{shown}</span>
          </span>
        )
      }
    />
  );
}
