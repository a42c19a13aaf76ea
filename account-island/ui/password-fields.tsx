import { useEffect, useState } from 'react';
import { isCommonPassword } from '../api/common-passwords.ts';
import { messages } from '../text/account.ts';
import { type FieldProps, SecretField } from './field.tsx';

interface Props {
  of: (name: 'password' | 'confirmation') => FieldProps;
  /** The form's columns: with two, the strength is below both fields. */
  columns: 1 | 2;
}

/** The fields of a new password: the password with its strength, and the confirmation. */
export function NewPasswordFields({ of, columns }: Props) {
  const [typed, setTyped] = useState('');
  const password = of('password');
  const commonError = useCommonPasswordError(typed);
  const meter = <StrengthMeter strength={passwordStrength(typed)} />;
  const field = { autoComplete: 'new-password', required: true };
  return (
    <>
      <SecretField
        {...password}
        {...field}
        error={password.error ?? commonError}
        onInput={(event) => setTyped(event.currentTarget.value)}
      >
        {columns === 1 && meter}
      </SecretField>
      <SecretField {...of('confirmation')} {...field} />
      {columns === 2 && <div className="form__wide">{meter}</div>}
    </>
  );
}

/** Only advice: it never blocks a password. */
export function StrengthMeter({ strength }: { strength: Strength }) {
  const label = STRENGTH_LABELS[strength];
  return (
    <div className="strength-meter" data-level={strength} role="status">
      <div className="strength-meter__bars" aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </div>
      <p className="hint">
        <span>Password strength</span> <b>{label}</b>
      </p>
    </div>
  );
}

/** What the server will say to a common password, however strong it is by its length and characters. */
export function useCommonPasswordError(password: string): string | undefined {
  const [common, setCommon] = useState<string>();
  useEffect(() => {
    if (password === '') return;
    isCommonPassword(password).then((isCommon) => {
      if (isCommon) setCommon(password);
    });
  }, [password]);
  return password !== '' && password === common ? messages.passwordCommon : undefined;
}

type Strength = 0 | 1 | 2 | 3 | 4;

export const STRENGTH_LABELS = ['Empty', 'Weak', 'Medium', 'Strong', 'Very Strong'] as const;

const SYMBOL = /[^a-zA-Z0-9]/;
const CLASSES = [/[a-z]/, /[A-Z]/, /[0-9]/, SYMBOL];

/** Length counts characters, not UTF-16 units. */
export function passwordStrength(password: string): Strength {
  const length = [...password].length;
  const classes = CLASSES.filter((kind) => kind.test(password)).length;
  if (length === 0) return 0;
  if (length < 6) return 1;
  if (length <= 10 && !SYMBOL.test(password)) return 2;
  if (length > 10) return classes >= 3 ? 4 : 3;
  return length > 6 && classes >= 2 ? 3 : 2;
}
