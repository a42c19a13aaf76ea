import { useState } from 'react';
import { SubmitButton } from '../../components/button.tsx';
import { Modal } from '../../components/dialog.tsx';
import { DialogEnd } from '../../components/dialog-end.tsx';
import { Field } from '../../components/field.tsx';
import { SaidNote } from '../../components/notice.tsx';
import { useSubmission } from '../../hooks/use-form.ts';
import { useMember } from '../../hooks/use-member.ts';
import { passwordMessages } from '../../text/password.ts';
import { type DeletionField, deleteAccount, LABELS } from './delete-account.ts';

const goHome = () => location.assign('/');

/** Asks for the password and the typed name before the account goes. */
export function DeleteAccountDialog({ onCancel }: { onCancel: () => void }) {
  const { username } = useMember();
  const [deleted, setDeleted] = useState(false);
  const { busy, locked, note, fault, form } = useSubmission<DeletionField>(async (element) => {
    const outcome = await deleteAccount(element, username);
    setDeleted(outcome === undefined);
    return outcome ?? {};
  });
  const of = (name: DeletionField) => ({ name, label: LABELS[name], fault: fault(name), required: true });

  if (deleted) {
    return (
      <Modal key="deleted" title="Account deleted" text={passwordMessages.deleted} onCancel={goHome}>
        <div className="form__end">
          <button className="btn" type="button" onClick={goHome}>
            Go to Home
          </button>
        </div>
      </Modal>
    );
  }
  return (
    <Modal
      title="Delete my account"
      text={passwordMessages.deletion}
      closedBy="closerequest"
      busy={busy}
      onCancel={onCancel}
    >
      <form className="form" {...form}>
        <Field {...of('old_password')} type="password" autoComplete="current-password" />
        <Field
          {...of('username')}
          autoComplete="off"
          autoCapitalize="none"
          hint={`To confirm, type ${username}`}
        />
        <SaidNote said={note} />
        <DialogEnd busy={busy} onBack={onCancel}>
          <SubmitButton label="Delete my account" busyLabel="Deleting..." busy={busy} locked={locked} />
        </DialogEnd>
      </form>
    </Modal>
  );
}
