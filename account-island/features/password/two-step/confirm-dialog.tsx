import { getSalt } from '#contract/auth';
import { request } from '../../../api/client.ts';
import { hashPassword } from '../../../api/password.ts';
import { SubmitButton } from '../../../components/button.tsx';
import { CodeField } from '../../../components/code-field.tsx';
import { Dialog, DialogActions } from '../../../components/dialog.tsx';
import { TextField } from '../../../components/field.tsx';
import { ResultNotice } from '../../../components/notice.tsx';
import { withCode } from '../../../components/with-code.ts';
import { useForm } from '../../../hooks/use-form.ts';
import { useMember } from '../../../hooks/use-member.ts';

interface Props {
  title: string;
  text: string;
  /** Of the button that confirms. */
  label: string;
  asksCode: boolean;
  /** Shown where the failure has no sentence of its own. */
  failed: string;
  /** `password` is the hash that is sent instead of the password. */
  onConfirm: (given: { password: string; code?: string | undefined }) => Promise<void>;
  onCancel: () => void;
}

/** Asks for the password, and for a code where two-step verification is on already. */
export function ConfirmDialog({ title, text, label, asksCode, failed, onConfirm, onCancel }: Props) {
  const { username } = useMember();
  const { form, field, notice, button, busy } = useForm(
    withCode(failed, async ({ password, code }) => {
      const { salt } = await request(getSalt, { username });
      await onConfirm({ password: await hashPassword(password, salt), code });
    }),
  );
  return (
    <Dialog title={title} text={text} closedBy="closerequest" busy={busy} onCancel={onCancel}>
      <form className="form" {...form}>
        {/* Tells password managers whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <TextField {...field('old_password')} type="password" autoComplete="current-password" required />
        {asksCode && <CodeField {...field('code')} />}
        <ResultNotice notice={notice} />
        <DialogActions busy={busy} onBack={onCancel}>
          <SubmitButton label={label} busyLabel="Checking..." {...button} />
        </DialogActions>
      </form>
    </Dialog>
  );
}
