import type { Command } from 'commander';
import { campaignStateNames, deliveryStatusNames } from '#shared/choices';
import { formatTimestamp } from '#shared/hong-kong';
import type { Operator } from '../../functions/handlers/operator.ts';
import { writeNewFile } from '../local/disk/files.ts';
import { listing } from './listing.ts';
import {
  addOperatorCommand,
  afterEmailOption,
  type CliContext,
  flagOption,
  jsonOption,
  newFileOption,
  required,
} from './options.ts';

const EMAILS_PER_PAGE = 20;

/** Emails to many members: what the Outbox of the user center shows and does. */
export function addCampaignCommands(program: Command, context: CliContext): void {
  addOperatorCommand(program, context, {
    usage: 'emails',
    description: 'List emails to members, newest first, with their progress.',
    options: [flagOption('archived', 'those that were archived'), afterEmailOption(), jsonOption()],
    run: async (
      operator,
      _,
      { archived = false, after, json }: { archived?: boolean; after?: string; json?: true },
      line,
    ) =>
      listing(await operator.listCampaigns(archived, EMAILS_PER_PAGE, after), {
        json,
        none: archived ? 'No archived emails.' : 'No emails yet.',
        cells: ({ id, sendAt, state, finished, total, subject }) => [
          id,
          formatTimestamp(sendAt),
          campaignStateNames[state],
          `${finished} of ${total}`,
          subject,
        ],
        more: (cursor) => line('emails', ...(archived ? ['--archived'] : []), '--after', cursor),
      }),
  });
  addOperatorCommand(program, context, {
    usage: 'email <ID>',
    description: 'Show an email to members, with its recipients counted by status.',
    options: [jsonOption()],
    run: async (operator, id, { json }: { json?: true }) => {
      const { campaign, counts } = await operator.getCampaign(id);
      if (json) return JSON.stringify({ ...campaign, counts }, null, 2);
      return describe(campaign, counts);
    },
  });
  addOperatorCommand(program, context, {
    usage: 'email-deliveries <ID>',
    description: 'Export the recipients of an email to a CSV file, with what happened to each.',
    options: [required(newFileOption('csv', 'write them to this file'))],
    run: async (operator, id, { csv: file }: { csv: string }) => {
      const { csv, deliveries } = await operator.exportDeliveries(id);
      await writeNewFile(file, `\ufeff${csv}`);
      return `${deliveries === 1 ? '1 recipient' : `${deliveries} recipients`} written to ${file}.`;
    },
  });
  const addChange = (
    name: string,
    description: string,
    run: (operator: Operator, id: string) => Promise<string>,
  ) => addOperatorCommand(program, context, { usage: `${name} <ID>`, description, run });
  addChange('email-pause', 'Pause an email that is being sent.', async (operator, id) => {
    await operator.pauseCampaign(id);
    return `Email ${id} paused. Emails already handed over will still arrive.`;
  });
  addChange('email-resume', 'Resume a paused email.', async (operator, id) => {
    await operator.resumeCampaign(id);
    return `Sending of email ${id} continues within a minute.`;
  });
  addChange(
    'email-cancel',
    'Cancel an email that is scheduled, being sent or paused.',
    async (operator, id) => {
      const { state } = await operator.cancelCampaign(id);
      const cancelled = `Email ${id} cancelled.`;
      return state === 'scheduled' ? cancelled : `${cancelled} Emails already handed over will still arrive.`;
    },
  );
  addChange(
    'email-resend',
    'Send a finished email again to its rejected and unconfirmed recipients, in the name of its sender.',
    async (operator, id) =>
      `Email ${await operator.resendCampaign(id)} will be sent within a minute. It repeats email ${id}.`,
  );
  addChange('email-archive', 'Archive a finished or cancelled email.', async (operator, id) => {
    await operator.archiveCampaign(id, true);
    return `Email ${id} archived.`;
  });
  addChange('email-unarchive', 'Unarchive an email: it moves back to the list.', async (operator, id) => {
    await operator.archiveCampaign(id, false);
    return `Email ${id} unarchived.`;
  });
}

type Shown = Awaited<ReturnType<Operator['getCampaign']>>;

function describe(
  { subject, state, senderName, sendAt, endedAt, total, note, resentAs }: Shown['campaign'],
  counts: Shown['counts'],
): string {
  const facts: [string, string | undefined][] = [
    ['Subject', subject],
    ['Status', campaignStateNames[state]],
    ['Note', note],
    ['Sender', senderName],
    ['Due', formatTimestamp(sendAt)],
    ['Ended', endedAt && formatTimestamp(endedAt)],
    ['Resent as', resentAs],
    ['Recipients', String(total)],
  ];
  const statuses = Object.entries(deliveryStatusNames).map(([status, name]): [string, string | undefined] => {
    const count = Object.entries(counts).find(([each]) => each === status)?.[1] ?? 0;
    return [`  ${name}`, count === 0 ? undefined : String(count)];
  });
  return [...facts, ...statuses]
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
    .join('\n');
}
