import { type Command, Option } from 'commander';
import { EmailAddress } from '#shared/fields';
import { formatTimestamp } from '#shared/hong-kong';
import type { Operator } from '../../functions/handlers/operator.ts';
import { OPS, opsLine } from '../command-line.ts';
import { StartupError } from '../local/disk/errors.ts';
import { addCommand, type CliContext, type Reason, reasonOption, requiredReason } from './command.ts';

/** Codes and notices that wait, and addresses that get no announcements. */
export function addMailCommands(program: Command, context: CliContext): void {
  addCommand<{ held?: true } & Partial<Reason>>(program, context, {
    usage: 'queued-mail [ACTION] [ID...]',
    description:
      'List codes and notices that wait to be sent, the longest waiting first. "send ID..." sends some of them within a minute; "discard ID..." discards them, so that they are never sent.',
    options: [
      new Option(
        '--held',
        'list emails that are held until you send or discard them, because the table was restored, or because the administrator who queued them was disabled or lost the role',
      ),
      reasonOption(),
    ],
    run: async ({
      argument: action,
      args: [, ...ids],
      options: { held = false, reason },
      stage,
      withData,
    }) => {
      if (action === '') return withData((operator) => listQueuedMails(operator, held));
      if (!['send', 'discard'].includes(action) || ids.length === 0)
        throw new StartupError(`Usage: ${OPS} queued-mail send ID..., or ${OPS} queued-mail discard ID...`);
      if (action === 'send')
        return withData((operator) =>
          changeEach(ids, operator.sendQueuedMail, 'will be sent within a minute', stage),
        );
      if (reason === undefined) throw new StartupError('To discard emails, say why with --reason.');
      return withData((operator) =>
        changeEach(ids, (id) => operator.discardQueuedMail(id, reason), 'discarded', stage),
      );
    },
  });
  addCommand<Reason>(program, context, {
    usage: 'block-address <ADDRESS>',
    description:
      'Send no more announcements to an address. Codes and notices are still sent. The Outbox lists blocked addresses and unblocks them.',
    options: [requiredReason()],
    run: async ({ argument, options: { reason }, withData }) => {
      const { success, data: address } = EmailAddress.safeParse(argument);
      if (!success) throw new StartupError(`"${argument}" is not an email address.`);
      await withData((operator) => operator.suppressAddress(address, reason));
      return `${address} gets no more announcements.`;
    },
  });
}

async function listQueuedMails(operator: Operator, held: boolean): Promise<string> {
  const mails = await operator.listQueuedMails(held);
  if (mails.length === 0) return held ? 'No emails held.' : 'No emails waiting.';
  return mails
    .map(({ id, to, subject, attempt, dueAt }) =>
      [id, `${held ? 'since' : 'next try'} ${formatTimestamp(dueAt)}`, `tries: ${attempt}`, to, subject].join(
        '  ',
      ),
    )
    .join('\n');
}

/** Changes all emails that still wait. @throws a sentence that names the others */
async function changeEach(
  ids: readonly string[],
  change: (id: string) => Promise<boolean>,
  done: string,
  stage: string | undefined,
): Promise<string> {
  const sentences: string[] = [];
  const missing: string[] = [];
  for (const id of ids) {
    if (await change(id)) sentences.push(`Email ${id} ${done}.`);
    else missing.push(`"${id}"`);
  }
  if (missing.length === 0) return sentences.join('\n');
  sentences.push(
    `No waiting email has the ID ${missing.join(' or ')}. It may have been sent, or is being sent now. Run "${opsLine('queued-mail', stage)}" or "${opsLine('queued-mail --held', stage)}" to list them.`,
  );
  throw new StartupError(sentences.join('\n'));
}
