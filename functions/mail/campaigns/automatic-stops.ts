import { withoutAddresses } from '#shared/text';
import type { Context } from '../../platform/context.ts';
import type { SenderProblem } from '../../platform/mailer.ts';
import type { Campaign, CampaignProgress } from './campaign.ts';
import { stopCampaign } from './campaign-repository.ts';

/**
 * A campaign is paused when bounces or complaints reach this share of its finished deliveries. Fewer than `minDeliveries`
 * count as that many.
 */
const PAUSE_AT = {
  bounced: { rate: 0.05, minDeliveries: 100 },
  complained: { rate: 0.001, minDeliveries: 1000 },
} as const;
/**
 * So many rejections in a row pause a campaign. Our own check of addresses leaves SES so few to reject that these are about the
 * email, and the others would be rejected as well.
 */
const MAX_REJECTED_IN_ROW = 20;
/**
 * So many calls in a row without an answer of SES pause a campaign: nobody can say whether these emails were sent, and each
 * further call would make one more of them.
 */
export const MAX_IN_DOUBT_IN_ROW = 20;

/** Why a campaign was stopped, as administrators read it. */
export const stopNotes = {
  messageDeleted: 'Cancelled automatically: the text of this email has been deleted.',
  notAllowed: 'Cancelled automatically: the person who created it is no longer an administrator.',
  tableRestored:
    'Paused automatically: the data was restored to an earlier time, so some recipients may already have this email. Select Resume or Cancel.',
} as const;

const senderProblems: Record<SenderProblem, string> = {
  'unverified-identity': 'our sender address is not verified',
  sandbox: 'our account is still in the trial stage (sandbox), which only sends to verified addresses',
  'account-paused': 'our account is paused',
  'no-rights': 'our server has no right to send, or its credentials have expired',
  'configuration-set': 'its settings for our emails (configuration set) are missing or paused',
  'quota-used-up': 'the number of emails that we may send in 24 hours is used up',
  other: 'the reason is in the log',
};

export const rejectedInRowNote = (count: number): string =>
  `Paused automatically: the email service rejected ${count} emails in a row. The recipients below marked as rejected have its reason. Resume if it is about their addresses. If it is about the email, cancel it, duplicate it and change it.`;

export const inDoubtInRowNote = (count: number): string =>
  `Paused automatically: the email service did not answer for ${count} emails in a row, so we can't say yet whether they were sent. Wait a quarter of an hour: those that stay unconfirmed can be sent again when this email has ended. Select Resume when the email service answers again; ask the operator if you are not sure.`;

export const senderProblemNote = (problem: SenderProblem): string =>
  `Paused automatically. The email service refuses to send: ${senderProblems[problem]}. ${
    problem === 'quota-used-up'
      ? 'Select Resume tomorrow.'
      : 'Ask the operator to fix this, then select Resume.'
  }`;

type StopContext = Pick<Context, 'log' | 'now' | 'table'>;

/** Pauses a campaign that SES refuses to send for us. */
export const pauseForSender = (
  context: StopContext,
  id: string,
  { problem, reason }: { problem: SenderProblem; reason: string },
): Promise<void> =>
  pause(context, id, senderProblemNote(problem), { problem, reason: withoutAddresses(reason) });

/** Pauses a campaign whose emails fail, by the counts on its row after a turn or an event. */
export async function pauseIfFailing(context: StopContext, campaign: Campaign): Promise<void> {
  const note = campaign.state === 'sending' ? reasonToPause(campaign) : undefined;
  if (note !== undefined) await pause(context, campaign.id, note);
}

async function pause(
  context: StopContext,
  id: string,
  note: string,
  details: { problem?: SenderProblem; reason?: string } = {},
): Promise<void> {
  if (await stopCampaign(context, id, 'paused', note))
    context.log({ level: 'error', event: 'campaign-paused', id, note, ...details });
}

/** Whether the next email would only be one more of those that fail. */
export const isStreakTooLong = ({ rejectedInRow, inDoubtInRow }: CampaignProgress): boolean =>
  rejectedInRow >= MAX_REJECTED_IN_ROW || inDoubtInRow >= MAX_IN_DOUBT_IN_ROW;

/** After a resume, only later deliveries and events count. */
function reasonToPause(campaign: Campaign): string | undefined {
  const { countsAtResume, rejectedInRow = 0, inDoubtInRow = 0 } = campaign;
  if (rejectedInRow >= MAX_REJECTED_IN_ROW) return rejectedInRowNote(rejectedInRow);
  if (inDoubtInRow >= MAX_IN_DOUBT_IN_ROW) return inDoubtInRowNote(inDoubtInRow);
  const since = (count: 'finished' | 'bounced' | 'complained') =>
    campaign[count] - (countsAtResume?.[count] ?? 0);
  const isOver = (count: number, { rate, minDeliveries }: { rate: number; minDeliveries: number }) =>
    count > 0 && count >= rate * Math.max(since('finished'), minDeliveries);
  const [bounced, complained] = [since('bounced'), since('complained')];
  const sinceResume = countsAtResume ? ' since sending was resumed' : '';
  if (isOver(complained, PAUSE_AT.complained)) {
    const verb = complained === 1 ? 'was' : 'were';
    return `Paused automatically: ${countEmails(complained)} ${verb} marked as spam${sinceResume}.`;
  }
  return isOver(bounced, PAUSE_AT.bounced)
    ? `Paused automatically: ${countEmails(bounced)} bounced${sinceResume}.`
    : undefined;
}

/** The note names no number of emails sent: that count is a turn behind here, and the campaign's page shows it. */
const countEmails = (count: number): string => (count === 1 ? '1 email' : `${count} emails`);
