import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  cancelCampaign,
  duplicateCampaign,
  exportDeliveries,
  pauseCampaign,
  resendCampaign,
  resumeCampaign,
} from '#contract/campaigns';
import { request } from '../../../api/client.ts';
import { Dialog, DialogActions } from '../../../components/dialog.tsx';
import { ResultNotice } from '../../../components/notice.tsx';
import { saveFile } from '../../../components/save-file.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { cancelText, resendText, outboxMessages as texts } from '../../../text/admin-campaigns.ts';
import { type NoticeMessage, ruleOr } from '../../../text/errors.ts';
import { emptyMessage } from '../compose/message.ts';
import { loadUnsavedMessage, storeUnsavedMessage } from '../unsaved-message.ts';
import { type Mail, OUTBOX, tallyOf } from './campaign-queries.ts';

interface Props {
  mail: Mail;
  onNotice: (notice: NoticeMessage | undefined) => void;
  onOpen: (id: string) => void;
}

/** What can be done with the mail. An act is what it was when it was asked for, also while the mail moves on. */
export function MailActs({ mail, onNotice, onOpen }: Props) {
  const [act, setAct] = useState<AuditEntryInput>();
  const open = (next: AuditEntryInput) => {
    onNotice(undefined);
    setAct(next);
  };
  return (
    <div className="panel__actions">
      {campaignActions(mail).map((each) => (
        <button
          key={each.kind}
          className={each.kind === 'resume' ? 'btn btn--small' : 'btn btn--outline btn--small'}
          type="button"
          onClick={() => open(each)}
        >
          {each.label}
        </button>
      ))}
      <CopyButton id={mail.id} onNotice={onNotice} />
      <ExportButton id={mail.id} onNotice={onNotice} />
      {act && (
        <MemberActionDialog
          act={act}
          onDone={({ msg, made }) => {
            setAct(undefined);
            onNotice({ tone: 'ok', text: msg });
            if (made) onOpen(made);
          }}
          onCancel={() => setAct(undefined)}
        />
      )}
    </div>
  );
}

interface ActDialogProps {
  act: AuditEntryInput;
  onDone: (done: Awaited<ReturnType<AuditEntryInput['run']>>) => void;
  onCancel: () => void;
}

/** Says what an act means, and does it. */
function MemberActionDialog({ act, onDone, onCancel }: ActDialogProps) {
  const run = useAction(act.run, {
    invalidates: [OUTBOX],
    failed: (error) => ruleOr(error, texts.notDone),
    onSuccess: onDone,
  });
  return (
    <Dialog title={act.title} text={act.text} closedBy="closerequest" busy={run.isBusy} onCancel={onCancel}>
      <ResultNotice notice={run.notice} />
      <DialogActions back="Back" busy={run.isBusy} onBack={onCancel}>
        <button className="btn" type="button" aria-busy={run.isBusy || undefined} onClick={() => run.start()}>
          {act.label}
        </button>
      </DialogActions>
    </Dialog>
  );
}

interface ButtonProps {
  id: string;
  onNotice: (notice: NoticeMessage | undefined) => void;
}

/** Opens Send Email with the same text, subject and recipients, as if they had just been written there. */
function CopyButton({ id, onNotice }: ButtonProps) {
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const copy = useAction(async () => (await request(duplicateCampaign, { id })).data, {
    failed: (error) => ruleOr(error, texts.notDone),
    onSuccess: ({ attachments, ...written }) => {
      storeUnsavedMessage({ ...emptyMessage, ...written }, attachments);
      navigate('/email');
    },
    onNotice: onNotice,
  });
  return (
    <>
      <button
        className="btn btn--outline btn--small"
        type="button"
        aria-busy={copy.isBusy || undefined}
        onClick={() => (loadUnsavedMessage() ? setAsks(true) : copy.start())}
      >
        Copy as new
      </button>
      {asks && (
        <Dialog title={texts.copyTitle} text={texts.copyText} onCancel={() => setAsks(false)}>
          <DialogActions back="Back" onBack={() => setAsks(false)}>
            <button
              className="btn"
              type="button"
              onClick={() => {
                setAsks(false);
                copy.start();
              }}
            >
              Replace it
            </button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}

/** The whole ledger as a file, with the mark by which spreadsheets know UTF-8. */
function ExportButton({ id, onNotice }: ButtonProps) {
  const take = useAction(
    async () => {
      const { fileName, csv } = (await request(exportDeliveries, { id })).data;
      saveFile(fileName, `\ufeff${csv}`, 'text/csv');
    },
    { failed: (error) => ruleOr(error, texts.notDone), done: () => texts.exported, onNotice: onNotice },
  );
  return (
    <button
      className="btn btn--outline btn--small"
      type="button"
      aria-busy={take.isBusy || undefined}
      onClick={() => take.start()}
    >
      Export as CSV
    </button>
  );
}

/** What is asked before it is done. */
interface AuditEntryInput {
  kind: 'cancel' | 'hold' | 'resume' | 'resend';
  label: string;
  title: string;
  text: string;
  /** Resolves to the server's sentence, and to the mail that it made. */
  run: () => Promise<{ msg: string; made?: string }>;
}

/** What can be done to a mail as it stands. */
export function campaignActions(mail: Mail): AuditEntryInput[] {
  const { id, state, counts } = mail;
  const tally = tallyOf(mail);
  const hasEnded = state === 'done' || state === 'cancelled';
  const missed = counts.failed + counts.unknown;
  const acts: (AuditEntryInput | false)[] = [
    state === 'paused' && {
      kind: 'resume',
      label: 'Go on',
      title: texts.resumeTitle,
      text: texts.resumeText,
      run: () => request(resumeCampaign, { id }),
    },
    state === 'sending' && {
      kind: 'hold',
      label: 'Hold',
      title: texts.holdTitle,
      text: texts.holdText,
      run: () => request(pauseCampaign, { id }),
    },
    !hasEnded && {
      kind: 'cancel',
      label: 'Cancel mail',
      title: texts.cancelTitle,
      text: cancelText(tally),
      run: () => request(cancelCampaign, { id }),
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
          const { msg, data } = await request(resendCampaign, { id });
          return { msg, made: data.id };
        },
      },
  ];
  return acts.filter((act) => act !== false);
}
