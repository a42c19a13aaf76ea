import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ImportKind } from '#shared/choices';
import type { Operator } from '../../functions/handlers/operator.ts';
import type { Command } from './command.ts';
import { wanted } from './options.ts';

export const importCommands: Readonly<Record<string, Command>> = {
  'import-members': {
    takesName: 'FILE',
    does: 'checks a CSV file of members and, where nothing is wrong, applies it; again, it goes on where it stopped',
    run: (operator, { name }) => runImport(operator, 'members', name),
  },
  'import-attendance': {
    takesName: 'FILE',
    does: 'the same for a list of who was at a conference',
    run: (operator, { name }) => runImport(operator, 'attendance', name),
  },
  imports: {
    takesName: '',
    nameIsOptional: true,
    does: 'lists the imports, the latest first, with what is still to apply',
    run: async (operator) => {
      const lines = (await operator.imports()).map(({ id, at, kind, fileName, state, done, total }) =>
        [id, at, kind, state, `${done} of ${total} lines`, fileName].join('  '),
      );
      return lines.length === 0 ? 'There is no import.' : lines.join('\n');
    },
  },
  'cancel-import': {
    takesName: 'ID',
    takes: '--reason TEXT',
    does: 'ends an import where it stands: what is applied stays',
    run: async (operator, given) => {
      const { done, total } = await operator.cancelImport(given.name, wanted(given, 'reason'));
      return `Set aside after ${done} of ${total} lines.`;
    },
  },
};

type Report = Awaited<ReturnType<Operator['checkImport']>>;

const sentenceOf = ({ column, message, rowCount, ranges }: Report['errors'][number]): string => {
  const places = ranges.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(', ');
  return `line ${places}${column && `, ${column}`}: ${message}${rowCount > 1 ? ` (${rowCount} lines)` : ''}`;
};

async function runImport(operator: Operator, kind: ImportKind, file: string): Promise<string> {
  const text = new TextDecoder('utf-8').decode(await readFile(file));
  const report = await operator.checkImport({ kind, fileName: basename(file), text });
  let { job } = report;
  if (!job && report.errorCount === 0) return `${report.rows} lines, all known before.`;
  if (!job) {
    const count = `${report.errorCount} to put right; nothing was written.`;
    throw new Error([...report.errors.map(sentenceOf), count].join('\n'));
  }
  while (job.state === 'checked' || job.state === 'applying') job = await operator.applyImport(job.id);
  const came = `${job.added} added, ${job.skipped} known before`;
  return job.state === 'done'
    ? `${job.total} lines: ${came}.`
    : `Set aside by somebody after ${job.done} of ${job.total} lines: ${came}.`;
}
