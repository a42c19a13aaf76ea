import { useState } from 'react';
import type { Said } from '../../../components/notice.tsx';
import { ActDialog } from './act-dialog.tsx';
import { type Act, actsOn } from './acts.ts';
import { CopyButton } from './copy-button.tsx';
import { ExportButton } from './export-button.tsx';
import type { Mail } from './tally.ts';

interface Props {
  mail: Mail;
  onSaid: (said: Said | undefined) => void;
  onOpen: (id: string) => void;
}

/** What can be done with the mail. An act is what it was when it was asked for, also while the mail moves on. */
export function MailActs({ mail, onSaid, onOpen }: Props) {
  const [act, setAct] = useState<Act>();
  const open = (next: Act) => {
    onSaid(undefined);
    setAct(next);
  };
  return (
    <div className="panel__acts">
      {actsOn(mail).map((each) => (
        <button
          key={each.kind}
          className={each.kind === 'resume' ? 'btn btn--sm' : 'btn btn--line btn--sm'}
          type="button"
          onClick={() => open(each)}
        >
          {each.label}
        </button>
      ))}
      <CopyButton id={mail.id} onSaid={onSaid} />
      <ExportButton id={mail.id} onSaid={onSaid} />
      {act && (
        <ActDialog
          act={act}
          onDone={({ msg, made }) => {
            setAct(undefined);
            onSaid({ tone: 'ok', text: msg });
            if (made) onOpen(made);
          }}
          onCancel={() => setAct(undefined)}
        />
      )}
    </div>
  );
}
