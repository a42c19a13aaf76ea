import { basename, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { ReceiptNumber } from '#contract/payments';
import { hashArchivePassword } from '../../functions/handlers/dependencies.ts';
import { logHash } from '../../functions/handlers/operator.ts';
import type { PreparedTable } from '../../functions/handlers/restored-table.ts';
import { opsLine } from '../command-line.ts';
import { makeBackup, readPassphrase, restoreBackup, type Unpacked } from '../local/backup.ts';
import { generatePassword } from '../local/demo-data.ts';
import { StartupError } from '../local/disk/errors.ts';
import { addCommand, type CliContext, textOption } from './command.ts';
import { exportEverything } from './export-everything.ts';
import { backUpStage, Instant, prepare, restoreStage } from './stage-backup.ts';
import { openStage, readLocalSecrets } from './target.ts';

const KEEP_SAFE = 'It contains passwords and secret keys: keep it where nobody else can read it.';
const ENCRYPTED = 'It is encrypted. Keep the passphrase elsewhere: without it, nobody can read the file.';

/** Commands for the data as a whole, of this machine or of a stage. */
export function addDataCommands(program: Command, context: CliContext): void {
  addBackupCommand(program, context);
  addRestoreCommand(program, context);
  addRestoredTableCommand(program, context);
  addCommand(program, context, {
    usage: 'export-everything <FOLDER>',
    description:
      'Write all data as CSV and JSON that another system can read, with receipts and other files. Passwords are left out.',
    run: async ({ argument, withData }) => {
      const folder = resolve(argument);
      const { records, objects } = await withData(async (operator, place) => {
        await operator.recordExportOfEverything(basename(folder));
        return exportEverything(place, folder);
      });
      return [
        ...Object.entries(records).map(([file, count]) => `${String(count).padStart(9)}  ${file}`),
        `${String(objects).padStart(9)}  receipts, messages and other files`,
        `All data written to ${folder}. It contains personal data: keep it where nobody else can read it.`,
      ].join('\n');
    },
  });
}

function addBackupCommand(program: Command, context: CliContext): void {
  addCommand<{ table?: string }>(program, context, {
    usage: 'backup <FILE>',
    description:
      'Save all data in one file, while the product runs or not. With BACKUP_PASSPHRASE it is encrypted, which a stage needs.',
    options: [new Option('--table <TABLE>', 'with --stage: another table of it, such as a restored one')],
    run: async ({ argument, options: { table }, stage, dataFolder, environment, withData }) => {
      const file = resolve(argument);
      const passphrase = readPassphrase(environment);
      if (stage === undefined) {
        if (table !== undefined) throw new StartupError('--table needs --stage.');
        const made = await makeBackup(dataFolder, file, passphrase);
        return [
          `Backup of ${dataFolder} written to ${file} and checked: ${formatSize(made)}.`,
          passphrase === undefined ? KEEP_SAFE : ENCRYPTED,
        ].join('\n');
      }
      if (passphrase === undefined)
        throw new StartupError(
          'A backup of a stage holds the password pepper and all keys. Set BACKUP_PASSPHRASE, by which it is encrypted.',
        );
      await withData((operator) => operator.recordExportOfEverything(basename(file)));
      const from = await openStage(stage, table);
      const { rows, objects, ...made } = await backUpStage(file, from, passphrase);
      return [
        `Backup of ${stage} written to ${file} and checked: ${rows.toLocaleString('en')} rows, ${formatSize(made)}, ${objects.toLocaleString('en')} of them stored files.`,
        ENCRYPTED,
      ].join('\n');
    },
  });
}

function addRestoreCommand(program: Command, context: CliContext): void {
  addCommand<{ replace?: true; lastReceipt?: string }>(program, context, {
    usage: 'restore <FILE>',
    description:
      'Restore a backup on this machine (stop the server first) or, with --stage, into a new stage without members.',
    options: [
      new Option('--replace', 'on this machine: move existing data aside'),
      textOption(
        '--last-receipt <NUMBER>',
        'with --stage: the highest number of a receipt or credit note issued after the backup; numbers continue after it',
        ReceiptNumber,
        'Give the number of a receipt or credit note, for example AG-000012.',
      ),
    ],
    run: async ({ argument, options, stage, dataFolder, environment }) => {
      const { replace: mayReplace = false, lastReceipt } = options;
      const file = resolve(argument);
      const passphrase = readPassphrase(environment);
      if (stage === undefined) {
        if (lastReceipt !== undefined) throw new StartupError('--last-receipt needs --stage.');
        const restored = await restoreBackup(file, dataFolder, { mayReplace, passphrase });
        const { madeAt, movedTo } = restored;
        const sentence = `Backup of ${madeAt} restored to ${dataFolder}: ${formatSize(restored)}.`;
        return movedTo === undefined
          ? sentence
          : `${sentence}\nThe data that was there is now in ${movedTo}.`;
      }
      const { madeAt, rows, objects, prepared } = await restoreStage(
        file,
        await openStage(stage),
        passphrase,
        lastReceipt,
      );
      return [
        `Backup of ${madeAt} restored to ${stage}: ${rows.toLocaleString('en')} rows, ${objects.toLocaleString('en')} stored files, all secrets.`,
        sentenceAbout(prepared, stage),
        'Start the functions anew: infra/README.md, "Change a secret".',
      ].join('\n');
    },
  });
}

function addRestoredTableCommand(program: Command, context: CliContext): void {
  addCommand<{ at: string }>(program, context, {
    usage: 'prepare-restored-table <TABLE>',
    description:
      'Prepare a table that was restored to an earlier second, before a stage uses it: hold what may have been sent since, and leave out receipt numbers that were given since.',
    options: [
      textOption(
        '--at <TIME>',
        'the restored second, as it was given to AWS',
        Instant,
        'Give a time in UTC, for example 2026-11-21T08:00:00Z.',
      ).makeOptionMandatory(),
    ],
    stage: 'required',
    run: async ({ argument: table, options: { at }, stage = '' }) => {
      const place = await openStage(stage, table);
      return sentenceAbout(await prepare(place, { at, stages: place.stage.reminderStages }), stage);
    },
  });
}

export function sentenceAbout(prepared: PreparedTable, stage: string): string {
  const done = [
    `emails held: ${prepared.heldMails}`,
    `campaigns paused: ${prepared.pausedCampaigns}`,
    `reminders marked as sent: ${prepared.marksOfReminders}`,
    `receipt numbers left out: ${prepared.skippedReceipts}`,
    `next receipt: ${prepared.nextReceipt}`,
  ].join(', ');
  return `Prepared: ${done}. Once the stage uses the table, "${opsLine('queued-mail --held', stage)}" lists the emails that are held.`;
}

const formatSize = ({ files, bytes }: Unpacked): string =>
  `${files.toLocaleString('en')} files, ${(bytes / 1_000_000).toFixed(1)} MB`;

export function addSecretCommands(program: Command, context: CliContext): void {
  addCommand(program, context, {
    usage: 'new-archive-password',
    description: 'Generate an archive password and the hash to store in its secret.',
    stage: 'none',
    run: async () => {
      // Changes nothing: the runbook says where the hash is stored.
      const password = generatePassword();
      return [`Password  ${password}`, `Hash      ${await hashArchivePassword(password)}`].join('\n');
    },
  });
  addCommand(program, context, {
    usage: 'log-hash <TEXT>',
    description: 'Show how the log names a username, an email address or a network.',
    run: async ({ argument: text, stage, dataFolder }) => {
      // The secret alone is read: a command on the data would start a database for it.
      const mailKey =
        stage === undefined
          ? (await readLocalSecrets(dataFolder)).mailKey
          : await (await openStage(stage)).readSecret('mailKey');
      const hash = logHash(mailKey, text);
      if (hash === undefined)
        throw new StartupError(
          `TEXT must be a username, an email address, or a network by its IP address, such as 203.0.113.7 or 2001:db8:1:2::/64. "${text}" is none of them.`,
        );
      return hash;
    },
  });
}
