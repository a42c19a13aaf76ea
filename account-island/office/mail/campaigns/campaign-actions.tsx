import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { changeCampaign, duplicateCampaign, exportDeliveries } from '#contract/campaigns';
import { request } from '../../../api/client.ts';
import { type DeliveryCounts, campaignMessages as texts } from '../../../text/admin-campaigns.ts';
import { adminMessages } from '../../../text/admin-members.ts';
import { errorSentence, type NoticeMessage } from '../../../text/errors.ts';
import { ActionDialog } from '../../../ui/action-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { ExportButton } from '../../../ui/download.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { isDraftConflict, saveDraft } from '../compose/draft.tsx';
import { CAMPAIGN_DATA, type Campaign, summarizeCounts } from './campaign-data.ts';

interface Props {
  campaign: Campaign;
  onNotice: (notice: NoticeMessage | undefined) => void;
}

/** The buttons of a campaign. An open dialog stays as it is when the campaign's state changes. */
export function CampaignActions({ campaign, onNotice }: Props) {
  const [action, setAction] = useState<(typeof ACTIONS)[number]>();
  const client = useQueryClient();
  const { id, state } = campaign;
  return (
    <div className="panel__actions">
      {ACTIONS.filter(({ states }) => states.includes(state)).map((each) => (
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
          text={action.describe(summarizeCounts(campaign))}
          label={action.label}
          back={action.kind === 'cancel' ? 'Back' : 'Cancel'}
          reasonHint={false}
          request={{ schema: changeCampaign.request, read: () => ({ action: action.kind, id }) }}
          run={async (input) => {
            try {
              return (await request(changeCampaign, input)).msg;
            } finally {
              await client.invalidateQueries({ queryKey: CAMPAIGN_DATA });
            }
          }}
          onEnd={(text) => {
            setAction(undefined);
            if (text !== undefined) onNotice({ tone: 'success', text });
          }}
        />
      )}
    </div>
  );
}

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
      onError: (error) => {
        const isConflict = isDraftConflict(error);
        setIsAsking(isConflict);
        if (!isConflict) onNotice({ tone: 'danger', text: errorSentence(error, adminMessages.actionFailed) });
      },
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

/** The actions, the states of a campaign that allow them, and what they do. */
const ACTIONS: readonly {
  kind: 'cancel' | 'pause' | 'resume';
  label: string;
  title: string;
  states: readonly Campaign['state'][];
  describe: (counts: DeliveryCounts) => string;
}[] = [
  {
    kind: 'resume',
    label: 'Resume',
    title: texts.resumeTitle,
    states: ['paused'],
    describe: ({ waiting }) => texts.resumeText(waiting),
  },
  {
    kind: 'pause',
    label: 'Pause',
    title: texts.pauseTitle,
    states: ['sending'],
    describe: () => texts.pauseText,
  },
  {
    kind: 'cancel',
    label: 'Cancel email',
    title: texts.cancelTitle,
    states: ['scheduled', 'sending', 'paused'],
    describe: texts.cancelText,
  },
];
