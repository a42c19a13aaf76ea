import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { ReceiptNumber } from '#contract/payments';
import type { PreparedTable } from '../../functions/handlers/restored-table.ts';
import { opsLine } from '../command-line.ts';
import { makeBackup } from '../local/backup.ts';
import { StartupError } from '../local/disk/errors.ts';
import { readPassphrase } from '../local/encrypted-file.ts';
import { restoreBackup } from '../local/restore.ts';
import { stageOf } from '../stages.ts';
import { describe } from './drill.ts';
import { exportEverything } from './export-everything.ts';
import { type CliContext, fieldOption, required, stageOption } from './options.ts';
import { backUpStage, Instant, prepare, restoreStage } from './stage-backup.ts';
import { openLocalData, openStageData, readStageSecret, writeStageSecret } from './target.ts';

const KEEP_SAFE = 'It contains passwords and secret keys: keep it where nobody else can read it.';
const ENCRYPTED = 'It is encrypted. Keep the passphrase elsewhere: without it, nobody can read the file.';

/** Commands for the data as a whole, of this machine or of a stage. */
export function addDataCommands(program: Command, context: CliContext): void {
  addBackupCommands(program, context);
  addRestoredTableCommand(program, context);
  program
    .command('export-everything <FOLDER>')
    .description(
      'Write all data as CSV and JSON that another system can read, with receipts and other files. Passwords are left out.',
    )
    .addOption(stageOption())
    .action(async (name: string, { stage }: { stage?: string }) => {
      const folder = resolve(name);
      await context.asOperator(stage, '', async (operator) => {
        await operator.recordExportOfEverything(basename(folder));
        const place = stage === undefined ? openLocalData() : await openStageData(stage);
        const { records, objects } = await exportEverything(place, folder);
        return [
          ...Object.entries(records).map(([file, count]) => `${String(count).padStart(9)}  ${file}`),
          `${String(objects).padStart(9)}  receipts, messages and other files`,
          `All data written to ${folder}. It contains personal data: keep it where nobody else can read it.`,
        ].join('\n');
      });
    });
}

function addBackupCommands(program: Command, context: CliContext): void {
  const { dataFolder, environment, print } = context;
  program
    .command('backup <FILE>')
    .description(
      'Save all data in one file, while the product runs or not. With BACKUP_PASSPHRASE it is encrypted, which a stage needs.',
    )
    .addOption(stageOption())
    .option('--table <TABLE>', 'with --stage: another table of it, such as a restored one')
    .action(async (name: string, { stage, table }: { stage?: string; table?: string }) => {
      const file = resolve(name);
      const passphrase = readPassphrase(environment);
      if (stage === undefined) {
        if (table !== undefined) throw new StartupError('--table needs --stage.');
        const { files } = await makeBackup(dataFolder, file, new Date(), passphrase);
        print(
          [
            `Backup of ${dataFolder} written to ${file} and checked: ${formatSize(files)}.`,
            passphrase === undefined ? KEEP_SAFE : ENCRYPTED,
          ].join('\n'),
        );
        return;
      }
      if (passphrase === undefined)
        throw new StartupError(
          'A backup of a stage holds the password pepper and all keys. Set BACKUP_PASSPHRASE, by which it is encrypted.',
        );
      await context.asOperator(stage, '', async (operator) => {
        await operator.recordExportOfEverything(basename(file));
        const { manifest, rows, objects } = await backUpStage(file, {
          place: await openStageData(stage, table),
          readSecret: (secret) => readStageSecret(stage, secret),
          now: new Date(),
          passphrase,
          stage,
        });
        return [
          `Backup of ${stage} written to ${file} and checked: ${rows.toLocaleString('en')} rows, ${formatSize(manifest.files)}, ${objects.toLocaleString('en')} of them stored files.`,
          ENCRYPTED,
        ].join('\n');
      });
    });
  program
    .command('restore <FILE>')
    .description(
      'Restore a backup on this machine (stop the server first) or, with --stage, into a new stage without members.',
    )
    .option('--replace', 'on this machine: move existing data aside')
    .addOption(stageOption())
    .addOption(
      fieldOption('last-receipt', ReceiptNumber, {
        placeholder: 'NUMBER',
        description:
          'with --stage: the highest number of a receipt or credit note issued after the backup; numbers continue after it',
        sentence: 'the number of a receipt or credit note, for example AG-000012',
      }),
    )
    .action(async (name: string, { replace = false, stage, lastReceipt }: RestoreOptions) => {
      const file = resolve(name);
      const passphrase = readPassphrase(environment);
      const now = () => new Date();
      if (stage === undefined && lastReceipt !== undefined)
        throw new StartupError('--last-receipt needs --stage.');
      const place = stage === undefined ? undefined : await openStageData(stage);
      if (stage === undefined || place === undefined) {
        const { manifest, movedTo } = await restoreBackup(file, dataFolder, {
          mayReplace: replace,
          now: now(),
          passphrase,
        });
        const restored = `Backup of ${manifest.madeAt} restored to ${dataFolder}: ${formatSize(manifest.files)}.`;
        print(
          movedTo === undefined ? restored : `${restored}\nThe data that was there is now in ${movedTo}.`,
        );
        return;
      }
      const { madeAt, rows, objects, prepared } = await restoreStage(file, {
        place,
        writeSecret: (secret, value) => writeStageSecret(stage, secret, value),
        now,
        passphrase,
        lastReceipt,
        stage: { name: stage, reminderStages: stageOf(stage)?.reminderStages },
      });
      print(
        [
          `Backup of ${madeAt} restored to ${stage}: ${rows.toLocaleString('en')} rows, ${objects.toLocaleString('en')} stored files, all secrets.`,
          sentenceAbout(prepared, stage),
          'Start the functions anew: infra/README.md, "Change a secret".',
        ].join('\n'),
      );
    });
}

interface RestoreOptions {
  replace?: boolean;
  stage?: string;
  lastReceipt?: string;
}

function addRestoredTableCommand(program: Command, { print }: CliContext): void {
  program
    .command('prepare-restored-table <TABLE>')
    .description(
      'Prepare a table that was restored to an earlier second, before a stage uses it: hold what may have been sent since, and leave out receipt numbers that were given since.',
    )
    .addOption(
      required(
        fieldOption('at', Instant, {
          placeholder: 'TIME',
          description: 'the restored second, as it was given to AWS',
          sentence: 'a time in UTC, for example 2026-11-21T08:00:00Z',
        }),
      ),
    )
    .addOption(required(stageOption()))
    .action(async (table: string, { at, stage }: { at: string; stage: string }) => {
      const place = await openStageData(stage, table);
      const stages = stageOf(stage)?.reminderStages;
      print(sentenceAbout(await prepare(place, { at, now: () => new Date(), stages }), stage));
    });
}

const sentenceAbout = (prepared: PreparedTable, stage: string): string =>
  `Prepared: ${describe(prepared)}. Once the stage uses the table, "${opsLine(stage)('queued-mail', '--held')}" lists the emails that are held.`;

function formatSize(files: readonly { bytes: number }[]): string {
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000;
  return `${files.length.toLocaleString('en')} files, ${megabytes.toFixed(1)} MB`;
}
