import { type FormEvent, useState } from 'react';
import { SubmitButton } from '../../components/button.tsx';
import { SaidNote } from '../../components/notice.tsx';
import { strengthOf } from '../../components/strength.ts';
import { StrengthMeter } from '../../components/strength-meter.tsx';
import { useSubmission } from '../../hooks/use-form.ts';
import { useMember } from '../../hooks/use-member.ts';
import { passwordMessages } from '../../text/password.ts';
import {
  changePassword,
  differ,
  isReady,
  LABELS,
  NOTHING_TYPED,
  type PasswordField,
} from './change-password-call.ts';
import { ChangedDialog } from './changed-dialog.tsx';
import { RevealingField } from './revealing-field.tsx';

export function ChangePasswordForm() {
  const { username } = useMember();
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const [changed, setChanged] = useState(false);
  const { busy, locked, note, fault, form } = useSubmission<PasswordField>(async () => {
    const outcome = await changePassword(username, typed);
    if (outcome) return outcome;
    setChanged(true);
    return {};
  });
  const of = (name: PasswordField) => ({
    name,
    label: LABELS[name],
    fault: fault(name),
    required: true,
    onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) =>
      setTyped((before) => ({ ...before, [name]: currentTarget.value })),
  });
  const passwordsDiffer = differ(typed) ? passwordMessages.passwordsDifferNow : undefined;

  return (
    <>
      <form className="form form--narrow" {...form}>
        {/* Tells password managers whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <RevealingField {...of('old_password')} autoComplete="current-password" />
        <RevealingField {...of('password')} autoComplete="new-password">
          <StrengthMeter strength={strengthOf(typed.password)} />
        </RevealingField>
        <RevealingField {...of('confirmation')} autoComplete="new-password" fault={passwordsDiffer} />
        <SaidNote said={note} />
        <div className="form__end">
          <SubmitButton
            label="Change Password"
            busyLabel="Processing..."
            busy={busy}
            locked={locked}
            disabled={!isReady(typed)}
          />
        </div>
      </form>
      {changed && <ChangedDialog />}
    </>
  );
}
