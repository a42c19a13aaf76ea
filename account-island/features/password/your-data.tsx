import { useState } from 'react';
import { exportData } from '#contract/account';
import { call } from '../../api/client.ts';
import { Note } from '../../components/notice.tsx';
import { saveFile } from '../../components/save-file.ts';
import { sentenceOf } from '../../text/errors.ts';
import { passwordMessages } from '../../text/password.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

/** The member's rights: to have a copy of everything, and to go. */
export function YourData() {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [deleting, setDeleting] = useState(false);

  const download = async () => {
    if (busy) return;
    setBusy(true);
    setFault(undefined);
    try {
      const { data } = await call(exportData);
      saveFile(
        `my-data-${data.exportedAt.slice(0, 10)}.json`,
        JSON.stringify(data, null, 2),
        'application/json',
      );
    } catch (error) {
      setFault(sentenceOf(error, passwordMessages.downloadFailed));
    }
    setBusy(false);
  };

  return (
    <>
      <p>{passwordMessages.yourData}</p>
      {fault && (
        <Note tone="err" role="alert">
          {fault}
        </Note>
      )}
      <div className="panel__acts">
        <button className="btn btn--line" type="button" aria-busy={busy || undefined} onClick={download}>
          Download my data
        </button>
        <button className="btn btn--bare" type="button" onClick={() => setDeleting(true)}>
          Delete my account
        </button>
      </div>
      {deleting && <DeleteAccountDialog onCancel={() => setDeleting(false)} />}
    </>
  );
}
