import { getSalt } from '#contract/auth';
import { call } from '../../../api/client.ts';
import { passwordOnWire } from '../../../api/password.ts';
import { SubmitButton } from '../../../components/button.tsx';
import { CodeField } from '../../../components/code-field.tsx';
import { DialogEnd, Modal } from '../../../components/dialog.tsx';
import { Field } from '../../../components/field.tsx';
import { SaidNote } from '../../../components/notice.tsx';
import { LABELS, sendWithCode, type TwoStepField } from '../../../components/send-with-code.ts';
import { useSubmission } from '../../../hooks/use-form.ts';
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
  const { busy, locked, note, fault, form } = useSubmission<TwoStepField>((element) =>
    sendWithCode(element, failed, async ({ password, code }) => {
      const { salt } = await call(getSalt, { username });
      await onConfirm({ password: await passwordOnWire(password, salt), code });
    }),
  );
  return (
    <Modal title={title} text={text} closedBy="closerequest" busy={busy} onCancel={onCancel}>
      <form className="form" {...form}>
        {/* Tells password managers whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <Field
          name="old_password"
          label={LABELS.old_password}
          type="password"
          autoComplete="current-password"
          required
          fault={fault('old_password')}
        />
        {asksCode && <CodeField name="code" fault={fault('code')} />}
        <SaidNote said={note} />
        <DialogEnd busy={busy} onBack={onCancel}>
          <SubmitButton label={label} busyLabel="Checking..." busy={busy} locked={locked} />
        </DialogEnd>
      </form>
    </Modal>
  );
}
