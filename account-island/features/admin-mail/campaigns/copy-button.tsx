import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { copyMail } from '#contract/outbox';
import { call } from '../../../api/client.ts';
import { Modal } from '../../../components/dialog.tsx';
import { DialogEnd } from '../../../components/dialog-end.tsx';
import type { Said } from '../../../components/notice.tsx';
import { outboxMessages as texts } from '../../../text/admin-campaigns.ts';
import { ruleOr } from '../../../text/rule-or.ts';
import { emptyLetter } from '../compose/letter.ts';
import { keepUnsaved, unsavedLetter } from '../unsaved-message.ts';

interface Props {
  id: string;
  onSaid: (said: Said) => void;
}

/** Opens Send Email with the same text, subject and recipients, as if they had just been written there. */
export function CopyButton({ id, onSaid }: Props) {
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const copy = useMutation({
    mutationFn: async () => (await call(copyMail, { id })).data,
    onSuccess: ({ attachments, ...written }) => {
      keepUnsaved({ ...emptyLetter, ...written }, attachments);
      navigate('/email');
    },
    onError: (error) => onSaid({ tone: 'err', text: ruleOr(error, texts.notDone) }),
    networkMode: 'always',
  });
  const begin = () => copy.isPending || copy.mutate();
  return (
    <>
      <button
        className="btn btn--line btn--sm"
        type="button"
        aria-busy={copy.isPending || undefined}
        onClick={() => (unsavedLetter() ? setAsks(true) : begin())}
      >
        Copy as new
      </button>
      {asks && (
        <Modal title={texts.copyTitle} text={texts.copyText} onCancel={() => setAsks(false)}>
          <DialogEnd back="Back" onBack={() => setAsks(false)}>
            <button
              className="btn"
              type="button"
              onClick={() => {
                setAsks(false);
                begin();
              }}
            >
              Replace it
            </button>
          </DialogEnd>
        </Modal>
      )}
    </>
  );
}
