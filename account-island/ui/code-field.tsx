import { useEffect, useRef, useState } from 'react';
import { SecondFactorCode } from '#shared/fields';
import { codeMessages } from '../text/second-factor.ts';
import { TextField } from './field.tsx';

interface Props {
  name: string;
  error?: string | undefined;
  /** Whether it appears in response to the member's action. */
  takesFocus?: boolean | undefined;
}

/** A code from the authenticator app or, for members without their phone, a recovery code. */
export default function CodeField(props: Props) {
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
  },
} as const;

/** The input for one of the two kinds. Anything else makes the field invalid, with its own sentence. */
export function CodeInput({ isRecovery = false, takesFocus, ...field }: Props & { isRecovery?: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const invalid = isRecovery ? codeMessages.recoveryInvalid : codeMessages.appInvalid;
  const check = () => {
    const isCode = SecondFactorCode.safeParse(input.current?.value).success;
    input.current?.setCustomValidity(isCode ? '' : invalid);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a field of the other kind is another field
  useEffect(check, []);
  useEffect(() => {
    if (!takesFocus) return;
    input.current?.focus();
    // Like typing: removes the error about a code of the other kind.
    input.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [takesFocus]);
  return (
    <TextField
      {...field}
      {...kinds[isRecovery ? 'recovery' : 'app']}
      ref={input}
      onInput={check}
      maxLength={60}
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  );
}
