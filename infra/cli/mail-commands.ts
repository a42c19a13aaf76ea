import type { Command } from 'commander';
import { suppressionReasonNames } from '#shared/choices';
import { reasonText } from '#shared/delivery-reasons';
import { EmailAddress } from '#shared/fields';
import { formatTimestamp } from '#shared/hong-kong';
import type { OpsLine } from '../command-line.ts';
import { StartupError } from '../local/disk/errors.ts';
import { listing } from './listing.ts';
import {
  addOperatorCommand,
  afterOption,
  type CliContext,
  flagOption,
  jsonOption,
  type Reason,
  reasonOption,
} from './options.ts';

const ADDRESSES_PER_PAGE = 100;

/** Codes and notices that wait, and addresses that get no announcements. */
export function addMailCommands(program: Command, context: CliContext): void {
  addQueuedMailCommands(program, context);
  addOperatorCommand(program, context, {
    usage: 'blocked-addresses [TEXT]',
    description:
      'List addresses that get no announcements, with the reason. TEXT is the beginning of an address.',
    options: [afterOption(), jsonOption()],
    run: async (operator, text, { after, json }: { after?: string; json?: true }, line) =>
      listing(await operator.listSuppressions(text, ADDRESSES_PER_PAGE, after), {
        json,
        none: 'No matching addresses.',
        cells: ({ address, reason, suppressedAt, detail }) => [
          formatTimestamp(suppressedAt),
          address,
          suppressionReasonNames[reason],
          reasonText(detail),
        ],
        more: (cursor) => line('blocked-addresses', ...(text === '' ? [] : [text]), '--after', cursor),
      }),
  });
  addOperatorCommand(program, context, {
    usage: 'block-address <ADDRESS>',
    description: 'Send no more announcements to an address. Codes and notices are still sent.',
    options: [reasonOption()],
    run: async (operator, text, { reason }: Reason) => {
      const address = toAddress(text);
      await operator.suppressAddress(address, reason);
      return `${address} gets no more announcements.`;
    },
  });
  addOperatorCommand(program, context, {
    usage: 'unblock-address <ADDRESS>',
    description: 'Send announcements to a blocked address again.',
    options: [reasonOption()],
    run: async (operator, text, { reason }: Reason) => {
      const address = toAddress(text);
      await operator.unsuppressAddress(address, reason);
      return `${address} gets announcements again.`;
    },
  });
}

function addQueuedMailCommands(program: Command, context: CliContext): void {
  addOperatorCommand(program, context, {
    usage: 'queued-mail',
    description: 'List codes and notices that wait to be sent, the longest waiting first.',
    options: [
      flagOption(
        'held',
        'emails that are held until you send or discard them, because the table was restored, or because the administrator who queued them was disabled or lost the role',
      ),
      jsonOption(),
    ],
    run: async (operator, _, { held = false, json }: { held?: boolean; json?: true }) =>
      listing(await operator.listQueuedMails(held), {
        json,
        none: held ? 'No emails held.' : 'No emails waiting.',
        cells: ({ id, to, subject, attempt, dueAt }) => [
          id,
          `${held ? 'since' : 'next try'} ${formatTimestamp(dueAt)}`,
          `tries: ${attempt}`,
          to,
          subject,
        ],
      }),
  });
  addOperatorCommand(program, context, {
    usage: 'queued-mail-send <ID...>',
    description: 'Send waiting or held codes and notices within a minute.',
    run: (operator, _id, _, line, ids) =>
      changeEach(ids, operator.sendQueuedMail, {
        done: (each) => `Email ${each} will be sent within a minute.`,
        line,
      }),
  });
  addOperatorCommand(program, context, {
    usage: 'queued-mail-discard <ID...>',
    description: 'Discard waiting or held codes and notices. They are never sent.',
    options: [reasonOption()],
    run: (operator, _, { reason }: Reason, line, ids) =>
      changeEach(ids, (each) => operator.discardQueuedMail(each, reason), {
        done: (each) => `Email ${each} discarded.`,
        line,
      }),
  });
}

/** Changes all emails that still wait. @throws a sentence that names the others */
async function changeEach(
  ids: readonly string[],
  change: (id: string) => Promise<boolean>,
  { done, line }: { done: (id: string) => string; line: OpsLine },
): Promise<string> {
  const sentences: string[] = [];
  const missing: string[] = [];
  for (const id of ids) {
    if (await change(id)) sentences.push(done(id));
    else missing.push(`"${id}"`);
  }
  if (missing.length === 0) return sentences.join('\n');
  sentences.push(
    `No waiting email has the ID ${missing.join(' or ')}. It may have been sent, or is being sent now. Run "${line('queued-mail')}" or "${line('queued-mail', '--held')}" to list them.`,
  );
  throw new StartupError(sentences.join('\n'));
}

function toAddress(text: string): string {
  const parsed = EmailAddress.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new StartupError(`"${text}" is not an email address.`);
}
