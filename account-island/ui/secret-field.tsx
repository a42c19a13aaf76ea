import { type ComponentProps, useState } from 'react';
import { TextField } from './field.tsx';

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
