import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getCampaign, getCampaignMessage } from '#contract/campaigns';
import { request } from '../../../api/client.ts';
import { ApiError } from '../../../api/http.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { campaignStates, campaignMessages as texts } from '../../../text/admin-campaigns.ts';
import type { NoticeMessage } from '../../../text/errors.ts';
import { formatBytes, formatInstantInBothZones } from '../../../text/format.ts';
import { DescriptionList } from '../../../ui/description-list.tsx';
import { Notice, ResultNotice } from '../../../ui/notice.tsx';
import { ItemHeading } from '../../../ui/panel.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { StaleNotice } from '../../../ui/resource-list.tsx';
import { WayBack, type WayBackProps } from '../../../ui/row-link.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { MessagePreview } from '../message-preview.tsx';
import { CampaignActions } from './campaign-actions.tsx';
import { CAMPAIGN_DATA, type Campaign, pollIntervalMs, summarizeCounts } from './campaign-data.ts';
import { DeliveryList } from './delivery-list.tsx';

interface Props {
  id: string;
  back: WayBackProps;
}

/** One campaign: its status, its actions, and the outcome for each recipient. */
export function CampaignDetails({ id, back }: Props) {
  const query = useQuery({
    queryKey: [...CAMPAIGN_DATA, 'campaign', id],
    // An administrator who opens the page again expects current figures. A hidden tab does not poll.
    staleTime: 0,
    queryFn: async () => (await request(getCampaign, { id })).data,
    refetchInterval: ({ state: { data } }) => data !== undefined && pollIntervalMs(data, serverNow()),
  });
  const [notice, setNotice] = useState<NoticeMessage>();
  return (
    <>
      <WayBack {...back} />
      <QueryState query={query} failed={isMissing(query.error) ? texts.notFound : undefined}>
        {(campaign) => (
          <>
            <ItemHeading className="campaigns__subject">{campaign.subject}</ItemHeading>
            <StaleNotice query={query} />
            <CampaignStatus campaign={campaign} />
            <CampaignActions campaign={campaign} onNotice={setNotice} />
            <ResultNotice notice={notice} />
            <CampaignFacts campaign={campaign} />
            <CampaignContent id={id} />
            <DeliveryList campaign={campaign} />
          </>
        )}
      </QueryState>
    </>
  );
}

/** The campaign has been deleted, or its id in the address is wrong. */
const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/** The status as a sentence and a dot, with its progress while the campaign is being sent. */
function CampaignStatus({ campaign }: { campaign: Campaign }) {
  const { state, note, total } = campaign;
  const counts = summarizeCounts(campaign);
  const problems = texts.problemCounts(campaign.counts);
  const isMoving = state === 'sending' || state === 'paused';
  return (
    <>
      <div className="cluster status-summary">
        <div>
          <p className="headline">{texts.campaignStatusText(state, counts)}</p>
          {problems && <p>{problems}</p>}
        </div>
        <div role="status">
          <StatusDot state={state}>{campaignStates[state]}</StatusDot>
        </div>
        {isMoving && <progress aria-label="Sending progress" value={total - counts.waiting} max={total} />}
      </div>
      {note && (
        <Notice tone={state === 'paused' ? 'warning' : undefined} role="status">
          {note}
        </Notice>
      )}
    </>
  );
}

function CampaignFacts({ campaign }: { campaign: Campaign }) {
  const { senderName, createdAt, dueAt, endedAt, replyTo, attachments } = campaign;
  return (
    <DescriptionList
      className="summary-list"
      items={[
        ['Created by', senderName],
        ['Created', formatInstantInBothZones(createdAt)],
        ['Send time', formatInstantInBothZones(dueAt)],
        [
          campaign.state === 'cancelled' ? 'Cancelled' : 'Finished',
          endedAt && formatInstantInBothZones(endedAt),
        ],
        ['Replies go to', replyTo],
        ['Attachments', attachments.map(({ name, size }) => `${name} (${formatBytes(size)})`).join(', ')],
      ]}
    />
  );
}

/** The message, loaded when it is opened. */
function CampaignContent({ id }: { id: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const query = useQuery({
    queryKey: [...CAMPAIGN_DATA, 'content', id],
    queryFn: async () => (await request(getCampaignMessage, { id })).data,
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isDeleted = query.error instanceof ApiError && query.error.status === 409;
  return (
    <details className="disclosure" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>Message</summary>
      {isOpen && (
        <QueryState query={query} failed={isDeleted ? texts.contentDeleted : undefined}>
          {({ html, text }) => (
            <>
              <p className="hint">{texts.previewHint}</p>
              <MessagePreview html={html} text={text} />
            </>
          )}
        </QueryState>
      )}
    </details>
  );
}
