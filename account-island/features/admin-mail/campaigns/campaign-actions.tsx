import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { changeCampaign, duplicateCampaign, exportDeliveries } from '#contract/campaigns';
import { request } from '../../../api/client.ts';
import { ApiError } from '../../../api/http.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog, DialogActions } from '../../../components/dialog.tsx';
import { ExportButton } from '../../../components/download.tsx';
import { ResultNotice } from '../../../components/notice.tsx';
import { useAction } from '../../../hooks/use-action.ts';
import { useMember } from '../../../hooks/use-member.ts';
import {
  cancelText,
  resendLabel,
  resendText,
  resumeText,
  campaignMessages as texts,
} from '../../../text/admin-campaigns.ts';
import { errorSentence, type NoticeMessage } from '../../../text/errors.ts';
import { emptyMessage } from '../compose/message.ts';
import { loadUnsavedMessage, storeUnsavedMessage } from '../unsaved-message.ts';
import { CAMPAIGN_DATA, type Campaign, summarizeCounts } from './campaign-queries.ts';

interface Props {
  campaign: Campaign;
  onNotice: (notice: NoticeMessage | undefined) => void;
  onOpen: (id: string) => void;
}

/** The buttons of a campaign. An open dialog stays as it is when the campaign's state changes. */
export function CampaignActions({ campaign, onNotice, onOpen }: Props) {
  const [action, setAction] = useState<CampaignAction>();
  const { id } = campaign;
  return (
    <div className="panel__actions">
      {campaignActions(campaign).map((each) => (
        <Button
          key={each.kind}
          kind={each.kind === 'resume' ? 'main' : 'outline'}
          isSmall
          onClick={() => {
            onNotice(undefined);
            setAction(each);
          }}
        >
          {each.label}
        </Button>
      ))}
      <DuplicateButton id={id} onNotice={onNotice} />
      <ExportButton load={() => request(exportDeliveries, { id })} onNotice={onNotice} />
      {action && (
        <CampaignActionDialog
          action={action}
          onDone={({ msg, createdId }) => {
            setAction(undefined);
            onNotice({ tone: 'success', text: msg });
            if (createdId) onOpen(createdId);
          }}
          onOutdated={(text) => {
            setAction(undefined);
            onNotice({ tone: 'warning', text });
          }}
          onCancel={() => setAction(undefined)}
        />
      )}
    </div>
  );
}

interface DialogProps {
  action: CampaignAction;
  onDone: (done: Awaited<ReturnType<CampaignAction['run']>>) => void;
  /** Called with the sentence about it if the campaign's state no longer allows the action. */
  onOutdated: (sentence: string) => void;
  onCancel: () => void;
}

/** Explains an action before it is done. */
function CampaignActionDialog({ action, onDone, onOutdated, onCancel }: DialogProps) {
  const { isBusy, notice, start } = useAction(action.run, {
    invalidates: [CAMPAIGN_DATA],
    failed: (error) => errorSentence(error, texts.actionFailed),
    onSuccess: onDone,
    onError: (error) => isOfState(error) && onOutdated(errorSentence(error)),
  });
  return (
    <Dialog title={action.title} text={action.text} closedBy="closerequest" busy={isBusy} onCancel={onCancel}>
      <ResultNotice notice={notice} />
      <DialogActions back={action.kind === 'cancel' ? 'Back' : 'Cancel'} busy={isBusy} onBack={onCancel}>
        <Button isBusy={isBusy} onClick={() => start()}>
          {action.label}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const isOfState = (error: unknown): boolean =>
  error instanceof ApiError && STATE_ERRORS.some((code) => error.is(code));

const STATE_ERRORS = [
  'campaign-finished',
  'campaign-not-finished',
  'campaign-not-paused',
  'campaign-not-sending',
  'campaign-nothing-to-resend',
] as const;

interface DuplicateProps {
  id: string;
  onNotice: (notice: NoticeMessage | undefined) => void;
}

/** Opens Send Email with the same text, subject and recipients, as an unsaved message. */
function DuplicateButton({ id, onNotice }: DuplicateProps) {
  const navigate = useNavigate();
  const { uid } = useMember();
  const [isAsking, setIsAsking] = useState(false);
  const duplicate = useAction(async () => (await request(duplicateCampaign, { id })).data, {
    failed: (error) => errorSentence(error, texts.actionFailed),
    onSuccess: ({ attachments, ...content }) => {
      const origin = { copyOf: content.subject, added: 0, hasUnsavedText: false };
      storeUnsavedMessage(uid, { ...emptyMessage, ...content }, { attachments, origin });
      navigate('/email');
    },
    onNotice,
  });
  return (
    <>
      <Button
        kind="outline"
        isSmall
        isBusy={duplicate.isBusy}
        onClick={() => (loadUnsavedMessage(uid) ? setIsAsking(true) : duplicate.start())}
      >
        Duplicate
      </Button>
      {isAsking && (
        <Dialog title={texts.duplicateTitle} text={texts.duplicateText} onCancel={() => setIsAsking(false)}>
          <DialogActions onBack={() => setIsAsking(false)}>
            <Button
              onClick={() => {
                setIsAsking(false);
                duplicate.start();
              }}
            >
              Replace
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}

interface CampaignAction {
  kind: 'cancel' | 'pause' | 'resume' | 'resend';
  label: string;
  title: string;
  text: string;
  /** Resolves to the server's sentence, and to the campaign that it created. */
  run: () => Promise<{ msg: string; createdId?: string }>;
}

/** The actions that a campaign's present state allows. */
export function campaignActions(campaign: Campaign): CampaignAction[] {
  const { id, state, counts } = campaign;
  const summary = summarizeCounts(campaign);
  const hasEnded = state === 'done' || state === 'cancelled';
  const notReached = counts.failed + counts.unknown;
  const actions: (CampaignAction | false)[] = [
    state === 'paused' && {
      kind: 'resume',
      label: 'Resume',
      title: texts.resumeTitle,
      text: resumeText(summary.waiting),
      run: () => request(changeCampaign, { action: 'resume', id }),
    },
    state === 'sending' && {
      kind: 'pause',
      label: 'Pause',
      title: texts.pauseTitle,
      text: texts.pauseText,
      run: () => request(changeCampaign, { action: 'pause', id }),
    },
    !hasEnded && {
      kind: 'cancel',
      label: 'Cancel email',
      title: texts.cancelTitle,
      text: cancelText(summary),
      run: () => request(changeCampaign, { action: 'cancel', id }),
    },
    // A campaign can be resent only once, and deliveries in flight may still become unconfirmed.
    hasEnded &&
      notReached > 0 &&
      summary.sending === 0 &&
      campaign.resentAs === undefined && {
        kind: 'resend',
        label: resendLabel(notReached),
        title: texts.resendTitle,
        text: resendText(counts.failed, counts.unknown),
        run: async () => {
          const { msg, data } = await request(changeCampaign, { action: 'resend', id });
          return { msg, createdId: data.id };
        },
      },
  ];
  return actions.filter((action) => action !== false);
}
