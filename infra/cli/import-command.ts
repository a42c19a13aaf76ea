import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { EXISTING_MEMBER_RULES, type ExistingMemberRule } from '#shared/choices';
import { formatTimestamp } from '#shared/hong-kong';
import { columnTitle, importColumns } from '#shared/import-columns';
import { readText } from '#shared/text-file';
import type { Operator } from '../../functions/handlers/operator.ts';
import { StartupError } from '../local/disk/errors.ts';
import { checkIsFile } from '../local/disk/files.ts';
import { addCommand, type CliContext, textOption } from './command.ts';

interface ImportOptions {
  existing?: ExistingMemberRule;
  verifiedReason?: string;
  column?: Readonly<Record<string, string>>;
  check?: boolean;
}

const columnNames = importColumns.members.map(({ name }) => name);

const columnOption = (): Option =>
  new Option(
    '--column <HEADING=COLUMN>',
    `use a column of the file as one of: ${columnNames.join(', ')}; can be repeated; nothing after "=" ignores it`,
  ).argParser((text: string, before: Readonly<Record<string, string>> = {}) => {
    const at = text.lastIndexOf('=');
    const name = text.slice(at + 1).trim();
    if (at > 0 && (name === '' || columnNames.some((column) => column === name)))
      return { ...before, [text.slice(0, at).trim()]: name };
    throw new InvalidArgumentError(`Give HEADING=COLUMN. Columns: ${columnNames.join(', ')}.`);
  });

/** Members of the old website move in with their salts and hashes; everything after that is done on the screen. */
export function addImportCommand(program: Command, context: CliContext): void {
  addCommand<ImportOptions>(program, context, {
    usage: 'import-members <FILE>',
    description:
      'Check a CSV file of members and import it if it has no errors. Run it again to resume an interrupted import.',
    options: [
      new Option('--check', 'only say what each row would do'),
      columnOption(),
      new Option('--existing <EXISTING>', 'what happens to members who exist; by default skip').choices(
        EXISTING_MEMBER_RULES,
      ),
      textOption({
        name: 'verified-reason',
        placeholder: 'TEXT',
        description: 'why the addresses of new members count as verified, for the audit log',
      }),
    ],
    run: ({ argument: file, options, withData }) =>
      withData((operator) => importMembers(operator, file, options)),
  });
}

type Report = Awaited<ReturnType<Operator['checkImport']>>;

const countRows = (count: number): string => (count === 1 ? '1 row' : `${count} rows`);

function rowError({ column, message, ranges }: Report['errors'][number]): string {
  const rows = ranges.map(({ from, to, value }) => {
    const numbers = from === to ? String(from) : `${from}-${to}`;
    return value === '' ? numbers : `${numbers} "${value}"`;
  });
  const cells = [`row ${rows.join(', ')}`, columnTitle('members', column)].filter(Boolean).join(', ');
  return `${cells}: ${message}`;
}

/** What of the file is not imported. */
function unusedParts({ headerRow, columns }: Report): string[] {
  const ignored = columns.filter(({ heading, name }) => name === '' && heading !== '');
  return [
    ...(headerRow > 1 ? [`The headings are in row ${headerRow}. Nothing above them is imported.`] : []),
    ...(ignored.length > 0 ? [`Ignored columns: ${ignored.map(({ heading }) => heading).join(', ')}.`] : []),
    ...ignored.flatMap(({ heading, hint }) => (hint === '' ? [] : [`${heading}: ${hint}`])),
  ];
}

const FIRST_ROWS = 5;

/** How many rows have each outcome, and the first of them. */
const preview = ({ outcomes }: Report): string[] =>
  outcomes.flatMap(({ outcome, count, rows }) => [
    `${outcome}: ${count}`,
    ...rows.slice(0, FIRST_ROWS).map(({ row, who, details }) => `  row ${row}: ${who}: ${details}`),
  ]);

async function importMembers(
  operator: Operator,
  file: string,
  { existing = 'skip', verifiedReason = '', column = {}, check = false }: ImportOptions,
): Promise<string> {
  checkIsFile(file);
  const read = readText(await readFile(file));
  if (!read) throw new StartupError('The characters of this file can\'t be read. Save it as "CSV UTF-8".');
  const report = await operator.checkImport({
    kind: 'members',
    fileName: basename(file),
    text: read.text,
    columns: column,
    existing,
    verifiedReason,
    isDryRun: check,
  });
  const ignored = unusedParts(report);
  let { job } = report;
  if (!job && report.errorCount > 0) {
    const errors = report.errorCount === 1 ? '1 error' : `${report.errorCount} errors`;
    throw new StartupError(
      [...report.errors.map(rowError), ...ignored, `${errors} found. Nothing was imported.`].join('\n'),
    );
  }
  if (!job) return [...ignored, ...(check ? preview(report) : []), 'Nothing to import.'].join('\n');
  const isRepeated = job.state === 'done';
  if (check && !isRepeated) return [...ignored, ...preview(report), 'Nothing was imported.'].join('\n');
  while (job.state === 'checked' || job.state === 'applying') job = await operator.applyImport(job.id);
  const counts = `Added: ${job.added}. Updated: ${job.updated}. Unchanged: ${job.skipped}. Membership periods added: ${job.periods}`;
  const result = isRepeated
    ? `This file was already imported on ${formatTimestamp(job.at)} (${counts}). Nothing was changed.`
    : job.state === 'done'
      ? `Import finished. ${counts}.`
      : `Someone cancelled this import after ${job.done} of ${countRows(job.total)}. ${counts}.`;
  const toInvite = job.invitees - job.inviteesDone;
  return [...ignored, result, ...(toInvite > 0 ? [invitationSentence(toInvite)] : [])].join('\n');
}

const invitationSentence = (members: number): string =>
  `${members === 1 ? '1 member' : `${members} members`} can be invited: in the User Center, open Members, Import, and select "Invite members" at this import.`;
