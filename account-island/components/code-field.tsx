import { useEffect, useRef, useState } from 'react';
import { SecondFactorCode } from '#shared/fields';
import { codeMessages } from '../text/second-factor.ts';
import { TextField } from './field.tsx';

const RECOVERY = 'recovery';

interface Props {
  name: string;
  error?: string | undefined;
  /** Where it appears in answer to something that the member did. */
  takesFocus?: boolean | undefined;
}

/** A code of the authenticator app or, for members without their phone, a recovery code. */
export function CodeField(props: Props) {
  const [kind, setKind] = useState<'app' | 'recovery'>();
  const isRecovery = kind === 'recovery';
  return (
    <div>
      <CodeInput
        key={kind}
        {...props}
        isRecovery={isRecovery}
        takesFocus={props.takesFocus || kind !== undefined}
      />
      <button className="form__link" type="button" onClick={() => setKind(isRecovery ? 'app' : 'recovery')}>
        {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
      </button>
    </div>
  );
}

const kinds = {
  app: { label: 'Code', hint: codeMessages.appHint, inputMode: 'numeric', autoComplete: 'one-time-code' },
  recovery: {
    label: 'Recovery code',
    hint: codeMessages.recoveryHint,
    inputMode: 'text',
    autoComplete: 'off',
    'data-kind': RECOVERY,
  },
} as const;

/** For one of the two kinds alone. */
export function CodeInput({ isRecovery = false, takesFocus, ...field }: Props & { isRecovery?: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    input.current?.focus();
    // As if something was typed: what was wrong with a code of the other kind is no longer shown.
    input.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [takesFocus]);
  return (
    <TextField
      {...field}
      {...kinds[isRecovery ? 'recovery' : 'app']}
      ref={input}
      maxLength={40}
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  );
}

interface TypedCode {
  text: string;
  isRecovery: boolean;
  error?: string;
}

/** What stands in a form's code field, and what is wrong with it; undefined where the form has none. */
export function codeIn(form: HTMLFormElement, name: string): TypedCode | undefined {
  const input = form.elements.namedItem(name);
  if (!(input instanceof HTMLInputElement)) return undefined;
  const text = input.value;
  const isRecovery = input.dataset['kind'] === RECOVERY;
  if (SecondFactorCode.safeParse(text).success) return { text, isRecovery };
  return { text, isRecovery, error: isRecovery ? codeMessages.recoveryMissing : codeMessages.appMissing };
}
