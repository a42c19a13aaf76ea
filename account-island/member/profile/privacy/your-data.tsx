import { useRef, useState } from 'react';
import { deleteAccount as deleteCall, exportData } from '#contract/account';
import { getSalt } from '#contract/auth';
import { dayOf } from '#shared/hong-kong';
import { hashPassword } from '#shared/password-hash';
import { request } from '../../../api/client.ts';
import { ApiError } from '../../../api/http.ts';
import { forgetMember } from '../../../api/session.ts';
import { deleteAccountErrors, deleteAccountLabels, privacyMessages } from '../../../text/privacy.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, FormDialog } from '../../../ui/dialog.tsx';
import { saveFile } from '../../../ui/download.tsx';
import { TextField } from '../../../ui/field.tsx';
import { ResultNotice } from '../../../ui/notice.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useForm } from '../../../ui/use-form.ts';
import { useMember } from '../../../ui/use-member.ts';

/** The member's rights: to download their data, and to delete the account. */
export function YourData() {
  const [deleting, setDeleting] = useState(false);

  const download = useAction(
    async () => {
      const { data } = await request(exportData);
      const name = `my-data-${dayOf(data.exportedAt)}.json`;
      saveFile(name, JSON.stringify(data, null, 2), 'application/json');
      return name;
    },
    {
      done: (name) => privacyMessages.downloadedTo(name),
      failed: privacyMessages.downloadFailed,
    },
  );

  return (
    <>
      <p>{privacyMessages.yourData}</p>
      <ResultNotice notice={download.notice} />
      <div className="panel__actions">
        <Button kind="outline" isBusy={download.isBusy} onClick={() => download.start()}>
          Download my data
        </Button>
        <Button kind="danger" onClick={() => setDeleting(true)}>
          Delete my account
        </Button>
      </div>
      {deleting && <DeleteAccountDialog onCancel={() => setDeleting(false)} />}
    </>
  );
}

const goHome = () => location.assign('/');

/** Asks for the password and the typed username before the account is deleted. */
function DeleteAccountDialog({ onCancel }: { onCancel: () => void }) {
  const { username } = useMember();
  const [deleted, setDeleted] = useState(false);
  const wasSent = useRef(false);
  const form = useForm({
    labels: deleteAccountLabels,
    errors: deleteAccountErrors,
    submit: async (typed) => {
      if (typed('username').trim() !== username)
        return { fieldErrors: new Map([['username', privacyMessages.otherUsername]]) };
      try {
        const { salt } = await request(getSalt, { username });
        const password = await hashPassword(typed('old_password'), salt);
        wasSent.current = true;
        await request(deleteCall, { username, password });
      } catch (error) {
        // Once a deletion was sent, an unknown username means that its reply was lost.
        const isDeleted = wasSent.current && error instanceof ApiError && error.is('username-not-found');
        if (!isDeleted) throw error;
      }
      forgetMember();
      setDeleted(true);
      return undefined;
    },
  });
  const { field } = form;

  if (deleted) {
    return (
      <Dialog key="deleted" title="Account deleted" text={privacyMessages.deleted} onCancel={goHome}>
        <div className="form__actions">
          <Button onClick={goHome}>Go to Home</Button>
        </div>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title="Delete my account"
      text={privacyMessages.deletion}
      form={form}
      label="Delete my account"
      busyLabel="Deleting..."
      onCancel={onCancel}
    >
      <TextField {...field('old_password')} type="password" autoComplete="current-password" required />
      <TextField
        {...field('username')}
        required
        autoComplete="off"
        autoCapitalize="none"
        hint={privacyMessages.typeToConfirm(username)}
      />
    </FormDialog>
  );
}
