import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import { EXISTING_MEMBER_RULES, type ExistingMemberRule, type ImportKind } from '#shared/choices';
import { parseCsv } from '#shared/csv';
import { formatTimestamp } from '#shared/hong-kong';
import { columnTitle, importColumns } from '#shared/import-columns';
import { readText } from '#shared/text-file';
import type { Operator } from '../../functions/handlers/operator.ts';
import type { OpsLine } from '../command-line.ts';
import { StartupError } from '../local/disk/errors.ts';
import { checkIsFile } from '../local/disk/files.ts';
import { listing } from './listing.ts';
import {
  addOperatorCommand,
  type CliContext,
  choiceOption,
  type Reason,
  reasonOption,
  required,
  textOption,
} from './options.ts';

interface ImportOptions {
  existing?: ExistingMemberRule;
  verifiedReason?: string;
  column?: Readonly<Record<string, string>>;
  check?: boolean;
}

const fileOptions = (kind: ImportKind): Option[] => [
  new Option('--check', 'only say what each row would do'),
  new Option(
    '--column <HEADING=COLUMN>',
    `use a column of the file as one of: ${importColumns[kind].map(({ name }) => name).join(', ')}; can be repeated; nothing after "=" ignores it`,
  ).argParser((text: string, before: Readonly<Record<string, string>> = {}) => {
    const at = text.lastIndexOf('=');
    const name = text.slice(at + 1).trim();
    if (at > 0 && (name === '' || importColumns[kind].some((column) => column.name === name)))
      return { ...before, [text.slice(0, at).trim()]: name };
    throw new StartupError(
      `--column must be HEADING=COLUMN. Columns: ${importColumns[kind].map((column) => column.name).join(', ')}.`,
    );
  }),
];

export function addImportCommands(program: Command, context: CliContext): void {
  addOperatorCommand(program, context, {
    usage: 'import-members <FILE>',
    description:
      'Check a CSV file of members and import it if it has no errors. Run it again to resume an interrupted import.',
    options: [
      ...fileOptions('members'),
      choiceOption('existing', EXISTING_MEMBER_RULES, 'what happens to members who exist; by default skip'),
      textOption('verified-reason', {
        placeholder: 'TEXT',
        description: 'why the addresses of new members count as verified, for the audit log',
      }),
    ],
    run: (operator, file, options: ImportOptions, line) =>
      runImport(operator, 'members', file, options, line),
  });
  addOperatorCommand(program, context, {
    usage: 'import-attendance <FILE>',
    description:
      'Check and import a CSV file of conference attendance. People who are not members are left out and listed.',
    options: fileOptions('attendance'),
    run: (operator, file, options: ImportOptions, line) =>
      runImport(operator, 'attendance', file, options, line),
  });
  addOperatorCommand(program, context, {
    usage: 'imports',
    description: 'List imports, newest first, with their progress.',
    run: async (operator) =>
      listing(await operator.listImports(), {
        none: 'No imports.',
        cells: ({ id, at, kind, fileName, state, done, total }) => [
          id,
          formatTimestamp(at),
          kind,
          state,
          `${done} of ${countRows(total)}`,
          fileName,
        ],
      }),
  });
  addOperatorCommand(program, context, {
    usage: 'invite-members <ID>',
    description: 'Invite members whom an import has added, one a second.',
    options: [
      required(
        new Option('--count <N>', 'how many at most').argParser((text: string) => {
          if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
          throw new StartupError('--count must be a number from 1.');
        }),
      ),
    ],
    run: async (operator, id, { count }: { count: number }) => {
      const { inviteesDone: first, invited: before } = await operator.findImport(id);
      let job = await operator.inviteMembers(id, count);
      while (job.inviteesDone < Math.min(job.invitees, first + count))
        job = await operator.inviteMembers(id, first + count - job.inviteesDone);
      const { invited, invitees, inviteesDone } = job;
      return `Invited: ${invited - before}. In all: ${invited}. Not invited yet: ${invitees - inviteesDone}.`;
    },
  });
  addOperatorCommand(program, context, {
    usage: 'cancel-import <ID>',
    description: 'Cancel an import. Rows already imported stay.',
    options: [reasonOption()],
    run: async (operator, id, { reason }: Reason) => {
      const { done, total } = await operator.cancelImport(id, reason);
      return `Import cancelled after ${done} of ${countRows(total)}.`;
    },
  });
}

type Report = Awaited<ReturnType<Operator['checkImport']>>;

const countRows = (count: number): string => (count === 1 ? '1 row' : `${count} rows`);

function rowError(kind: ImportKind, { column, message, ranges }: Report['errors'][number]): string {
  const rows = ranges.map(({ from, to, value }) => {
    const numbers = from === to ? String(from) : `${from}-${to}`;
    return value === '' ? numbers : `${numbers} "${value}"`;
  });
  const cells = [`row ${rows.join(', ')}`, columnTitle(kind, column)].filter(Boolean).join(', ');
  return `${cells}: ${message}`;
}

function ignoredColumns({ columns }: Report): string[] {
  const ignored = columns.flatMap(({ heading, name }) => (name === '' && heading !== '' ? [heading] : []));
  return ignored.length > 0 ? [`Ignored columns: ${ignored.join(', ')}.`] : [];
}

/** What the report says beside its errors: ignored columns and people who are left out. */
const notes = (report: Report): string[] => [
  ...ignoredColumns(report),
  ...(report.outcomes.find(({ outcome }) => outcome === 'left-out')?.rows ?? []).map(
    ({ row, who, details }) =>
      `row ${row}: not a member, left out: ${[who, details].filter(Boolean).join(', ')}`,
  ),
];

const FIRST_ROWS = 5;

/** How many rows have each outcome, and the first of them. */
const preview = ({ outcomes }: Report): string[] =>
  outcomes
    .filter(({ outcome }) => outcome !== 'left-out')
    .flatMap(({ outcome, count, rows }) => [
      `${outcome}: ${count}`,
      ...rows.slice(0, FIRST_ROWS).map(({ row, who, details }) => `  row ${row}: ${who}: ${details}`),
    ]);

/** Columns that are chosen by hand must be in the file. */
async function checkHeadings(text: string, chosen: readonly string[]): Promise<void> {
  if (chosen.length === 0) return;
  const headings = (await parseCsv(text)).columns.map((heading) => heading.trim());
  const unknown = chosen.find((heading) => !headings.includes(heading));
  if (unknown !== undefined)
    throw new StartupError(`The file has no column "${unknown}". Columns: ${headings.join(', ')}.`);
}

/** So few that bounces and questions can be looked at before the rest gets theirs. */
const FIRST_WAVE = 50;

async function runImport(
  operator: Operator,
  kind: ImportKind,
  file: string,
  { existing = 'skip', verifiedReason = '', column = {}, check = false }: ImportOptions,
  line: OpsLine,
): Promise<string> {
  checkIsFile(file);
  const read = readText(await readFile(file));
  if (!read) throw new StartupError('The characters of this file can\'t be read. Save it as "CSV UTF-8".');
  const { text } = read;
  await checkHeadings(text, Object.keys(column));
  const fileName = basename(file);
  const report = await operator.checkImport({
    kind,
    fileName,
    text,
    columns: column,
    existing,
    verifiedReason,
    isDryRun: check,
  });
  let { job } = report;
  if (!job && report.errorCount === 0)
    return [...notes(report), ...(check ? preview(report) : []), 'Nothing to import.'].join('\n');
  if (!job) {
    const errors = report.errorCount === 1 ? '1 error' : `${report.errorCount} errors`;
    throw new StartupError(
      [
        ...report.errors.map((error) => rowError(kind, error)),
        ...ignoredColumns(report),
        `${errors} found. Nothing was imported.`,
      ].join('\n'),
    );
  }
  const isRepeated = job.state === 'done';
  if (check && !isRepeated) return [...notes(report), ...preview(report), 'Nothing was imported.'].join('\n');
  while (job.state === 'checked' || job.state === 'applying') job = await operator.applyImport(job.id);
  const periods = kind === 'members' ? `. Membership periods added: ${job.periods}` : '';
  const counts = `Added: ${job.added}. Updated: ${job.updated}. Unchanged: ${job.skipped}. Left out: ${job.leftOut}${periods}`;
  const toInvite = job.invitees - job.inviteesDone;
  const invitation =
    toInvite > 0
      ? [
          `To invite them: ${line('invite-members', job.id, '--count', String(Math.min(FIRST_WAVE, toInvite)))}`,
        ]
      : [];
  const result = isRepeated
    ? `This file was already imported on ${formatTimestamp(job.at)} (${counts}). Nothing was changed.`
    : job.state === 'done'
      ? `Import finished. ${counts}.`
      : `Someone cancelled this import after ${job.done} of ${countRows(job.total)}. ${counts}.`;
  return [...notes(report), result, ...invitation].join('\n');
}
