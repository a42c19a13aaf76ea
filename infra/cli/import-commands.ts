import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';
import type { ImportKind } from '#shared/choices';
import type { Operator } from '../../functions/handlers/operator.ts';
import { StartupError } from '../local/disk/errors.ts';
import { addOperatorCommand, type CliContext, reasonOption } from './options.ts';

export function addImportCommands(program: Command, context: CliContext): void {
  addOperatorCommand(program, context, {
    usage: 'import-members <FILE>',
    description:
      'Check a CSV file of members and import it if it has no errors. Run it again to resume an interrupted import.',
    run: (operator, file) => runImport(operator, 'members', file),
  });
  addOperatorCommand(program, context, {
    usage: 'import-attendance <FILE>',
    description: 'Check and import a CSV file of conference attendance.',
    run: (operator, file) => runImport(operator, 'attendance', file),
  });
  addOperatorCommand(program, context, {
    usage: 'imports',
    description: 'List imports, newest first, with their progress.',
    run: async (operator) => {
      const lines = (await operator.listImports()).map(({ id, at, kind, fileName, state, done, total }) =>
        [id, at, kind, state, `${done} of ${countRows(total)}`, fileName].join('  '),
      );
      return lines.length === 0 ? 'No imports.' : lines.join('\n');
    },
  });
  addOperatorCommand(program, context, {
    usage: 'cancel-import <ID>',
    description: 'Cancel an import. Rows already imported stay.',
    options: [reasonOption()],
    run: async (operator, id, { reason }: { reason: string }) => {
      const { done, total } = await operator.cancelImport(id, reason);
      return `Import cancelled after ${done} of ${countRows(total)}.`;
    },
  });
}

type Report = Awaited<ReturnType<Operator['checkImport']>>;

const countRows = (count: number): string => (count === 1 ? '1 row' : `${count} rows`);

function rowError({ column, message, ranges }: Report['errors'][number]): string {
  const rows = ranges.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(', ');
  const cells = [rows && `row ${rows}`, column].filter(Boolean).join(', ');
  return cells === '' ? message : `${cells}: ${message}`;
}

async function runImport(operator: Operator, kind: ImportKind, file: string): Promise<string> {
  const text = new TextDecoder('utf-8').decode(await readFile(file));
  const report = await operator.checkImport({ kind, fileName: basename(file), text });
  let { job } = report;
  if (!job && report.errorCount === 0) {
    return report.rows === 1
      ? 'The row already exists. Nothing to import.'
      : `All ${report.rows} rows already exist. Nothing to import.`;
  }
  if (!job) {
    const errors = report.errorCount === 1 ? '1 error' : `${report.errorCount} errors`;
    throw new StartupError(
      [...report.errors.map(rowError), `${errors} found. Nothing was imported.`].join('\n'),
    );
  }
  while (job.state === 'checked' || job.state === 'applying') job = await operator.applyImport(job.id);
  const counts = `Added: ${job.added}. Already existed: ${job.skipped}.`;
  return job.state === 'done'
    ? `Import finished. ${counts}`
    : `Someone cancelled this import after ${job.done} of ${countRows(job.total)}. ${counts}`;
}
