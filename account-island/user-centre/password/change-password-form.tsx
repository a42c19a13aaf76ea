import { type FormEvent, useState } from 'react';
import { passwordMessages } from '../../text/password-messages.ts';
import { SaidNote } from '../../ui/note.tsx';
import { strengthOf } from '../../ui/strength.ts';
import { StrengthMeter } from '../../ui/strength-meter.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useSubmission } from '../../ui/use-submission.ts';
import { useMember } from '../member.ts';
import {
  changePassword,
  differ,
  isReady,
  LABELS,
  NOTHING_TYPED,
  type PasswordField,
} from './change-password.ts';
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
