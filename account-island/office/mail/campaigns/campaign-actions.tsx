import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { changeCampaign, duplicateCampaign, exportDeliveries } from '#contract/campaigns';
import { request } from '../../../api/client.ts';
import { ApiError } from '../../../api/http.ts';
import { cancelText, resumeText, campaignMessages as texts } from '../../../text/admin-campaigns.ts';
import { errorSentence, type NoticeMessage } from '../../../text/errors.ts';
import { ActionDialog } from '../../../ui/action-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { ExportButton } from '../../../ui/download.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { isDraftConflict, saveDraft } from '../compose/draft.ts';
import { CAMPAIGN_DATA, type Campaign, summarizeCounts } from './campaign-queries.ts';

interface Props {
  campaign: Campaign;
  onNotice: (notice: NoticeMessage | undefined) => void;
}

/** The buttons of a campaign. An open dialog stays as it is when the campaign's state changes. */
export function CampaignActions({ campaign, onNotice }: Props) {
  const [action, setAction] = useState<CampaignAction>();
  const client = useQueryClient();
  const { id } = campaign;
  const end = (notice: NoticeMessage) => {
    setAction(undefined);
    onNotice(notice);
  };
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
      <NewEmailButton id={id} label="Duplicate" onNotice={onNotice} />
      <ExportButton load={() => request(exportDeliveries, { id })} onNotice={onNotice} />
      {action && (
        <ActionDialog
          title={action.title}
          text={action.text}
          label={action.label}
          back={action.kind === 'cancel' ? 'Back' : 'Cancel'}
          reasonHint={false}
          request={{ schema: changeCampaign.request, read: () => ({ action: action.kind, id }) }}
          run={async (input) => {
            try {
              return (await request(changeCampaign, input)).msg;
            } catch (error) {
              if (!isOfState(error)) throw error;
              end({ tone: 'warning', text: errorSentence(error) });
              return undefined;
            } finally {
              await client.invalidateQueries({ queryKey: CAMPAIGN_DATA });
            }
          }}
          onDone={(text) => end({ tone: 'success', text })}
          onCancel={() => setAction(undefined)}
        />
      )}
    </div>
  );
}

/** Whether the campaign's state no longer allows the action. */
const isOfState = (error: unknown): boolean =>
  error instanceof ApiError && STATE_ERRORS.some((code) => error.is(code));

const STATE_ERRORS = ['campaign-finished', 'campaign-not-paused', 'campaign-not-sending'] as const;

interface NewEmailProps {
  id: string;
  label: string;
  /** The addresses of its recipients; without it, those of the campaign. */
  findRecipients?: () => Promise<string[]>;
  onNotice: (notice: NoticeMessage | undefined) => void;
}

/** Opens Send Email with the text and subject of a campaign as the draft, in place of another one only if asked to. */
export function NewEmailButton({ id, label, findRecipients, onNotice }: NewEmailProps) {
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const create = useAction(
    async (version: string | undefined) => {
      const { data } = await request(duplicateCampaign, { id });
      const recipients = findRecipients ? await findRecipients() : data.recipients;
      await saveDraft({ ...data, recipients, scheduleTime: '' }, version);
    },
    {
      onSuccess: () => navigate('/email'),
      onError: (error) =>
        isDraftConflict(error)
          ? setIsAsking(true)
          : onNotice({ tone: 'danger', text: errorSentence(error, texts.actionFailed) }),
    },
  );
  return (
    <>
      <Button
        kind="outline"
        isSmall
        isBusy={create.isBusy}
        onClick={() => {
          onNotice(undefined);
          create.start('');
        }}
      >
        {label}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={texts.replaceTitle}
          text={texts.replaceText}
          label="Replace"
          busy={create.isBusy}
          onConfirm={() => create.start(undefined)}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

interface CampaignAction {
  kind: 'cancel' | 'pause' | 'resume';
  label: string;
  title: string;
  text: string;
}

/** The actions that a campaign's present state allows. */
function campaignActions(campaign: Campaign): CampaignAction[] {
  const { state } = campaign;
  const summary = summarizeCounts(campaign);
  const hasEnded = state === 'done' || state === 'cancelled';
  const actions: (CampaignAction | false)[] = [
    state === 'paused' && {
      kind: 'resume',
      label: 'Resume',
      title: texts.resumeTitle,
      text: resumeText(summary.waiting),
    },
    state === 'sending' && {
      kind: 'pause',
      label: 'Pause',
      title: texts.pauseTitle,
      text: texts.pauseText,
    },
    !hasEnded && {
      kind: 'cancel',
      label: 'Cancel email',
      title: texts.cancelTitle,
      text: cancelText(summary),
    },
  ];
  return actions.filter((action) => action !== false);
}
