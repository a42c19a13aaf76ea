import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { cancelMail, copyMail, exportMail, holdMail, resendMail, resumeMail } from '#contract/outbox';
import { call } from '../../../api/client.ts';
import { DialogEnd, Modal } from '../../../components/dialog.tsx';
import { Note } from '../../../components/notice.tsx';
import { saveFile } from '../../../components/save-file.ts';
import { resendText, outboxMessages as texts, whatIsGone } from '../../../text/admin-campaigns.ts';
import { ruleOr, type Said } from '../../../text/errors.ts';
import { emptyLetter } from '../compose/message.ts';
import { keepUnsaved, unsavedLetter } from '../unsaved-message.ts';
import { type Mail, OUTBOX, tallyOf } from './campaign-queries.ts';

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

interface ActDialogProps {
  act: Act;
  onDone: (done: Awaited<ReturnType<Act['run']>>) => void;
  onCancel: () => void;
}

/** Says what an act means, and does it. */
function ActDialog({ act, onDone, onCancel }: ActDialogProps) {
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: act.run,
    onSuccess: onDone,
    // A refusal means that the mail has moved on meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: OUTBOX }),
    networkMode: 'always',
  });
  return (
    <Modal title={act.title} text={act.text} closedBy="closerequest" busy={run.isPending} onCancel={onCancel}>
      {run.isError && (
        <Note tone="err" role="alert">
          {ruleOr(run.error, texts.notDone)}
        </Note>
      )}
      <DialogEnd back="Back" busy={run.isPending} onBack={onCancel}>
        <button
          className="btn"
          type="button"
          aria-busy={run.isPending || undefined}
          onClick={() => run.isPending || run.mutate()}
        >
          {act.label}
        </button>
      </DialogEnd>
    </Modal>
  );
}

interface CopyProps {
  id: string;
  onSaid: (said: Said) => void;
}

/** Opens Send Email with the same text, subject and recipients, as if they had just been written there. */
function CopyButton({ id, onSaid }: CopyProps) {
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

interface ExportProps {
  id: string;
  onSaid: (said: Said) => void;
}

/** The whole ledger as a file, with the mark by which spreadsheets know UTF-8. */
function ExportButton({ id, onSaid }: ExportProps) {
  const take = useMutation({
    mutationFn: async () => (await call(exportMail, { id })).data,
    onSuccess: ({ fileName, csv }) => {
      saveFile(fileName, `\ufeff${csv}`, 'text/csv');
      onSaid({ tone: 'ok', text: texts.exported });
    },
    onError: (error) => onSaid({ tone: 'err', text: ruleOr(error, texts.notDone) }),
    networkMode: 'always',
  });
  return (
    <button
      className="btn btn--line btn--sm"
      type="button"
      aria-busy={take.isPending || undefined}
      onClick={() => take.isPending || take.mutate()}
    >
      Export as CSV
    </button>
  );
}

/** What is asked before it is done. */
interface Act {
  kind: 'cancel' | 'hold' | 'resume' | 'resend';
  label: string;
  title: string;
  text: string;
  /** Resolves to the server's sentence, and to the mail that it made. */
  run: () => Promise<{ msg: string; made?: string }>;
}

/** What can be done to a mail as it stands. */
export function actsOn(mail: Mail): Act[] {
  const { id, state, counts } = mail;
  const tally = tallyOf(mail);
  const hasEnded = state === 'done' || state === 'cancelled';
  const missed = counts.failed + counts.unknown;
  const acts: (Act | false)[] = [
    state === 'paused' && {
      kind: 'resume',
      label: 'Go on',
      title: texts.resumeTitle,
      text: texts.resumeText,
      run: () => call(resumeMail, { id }),
    },
    state === 'sending' && {
      kind: 'hold',
      label: 'Hold',
      title: texts.holdTitle,
      text: texts.holdText,
      run: () => call(holdMail, { id }),
    },
    !hasEnded && {
      kind: 'cancel',
      label: 'Cancel mail',
      title: texts.cancelTitle,
      text: whatIsGone(tally),
      run: () => call(cancelMail, { id }),
    },
    // One resend for ever: what is under way may still turn out unclear.
    hasEnded &&
      missed > 0 &&
      tally.underWay === 0 &&
      mail.resentAs === undefined && {
        kind: 'resend',
        label: `Send again to ${missed}`,
        title: texts.resendTitle,
        text: resendText(counts.failed, counts.unknown),
        run: async () => {
          const { msg, data } = await call(resendMail, { id });
          return { msg, made: data.id };
        },
      },
  ];
  return acts.filter((act) => act !== false);
}
