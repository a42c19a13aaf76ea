import { createHash } from 'node:crypto';
import type { ImportKind } from '#shared/choices';
import { type CsvTable, parseCsv } from '#shared/csv';
import { s3Prefixes } from '#shared/deployment';
import type { DeskDeps } from '../admin/admin-action.ts';
import { type Actor, auditEntry } from '../audit/audit.ts';
import type { DirectoryEntry } from '../members/directory.ts';
import type { Files } from '../platform/files.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { Finding, ImportJob, ImportLines, Imports, Problem } from './import.ts';
import { groupRowErrors } from './row-errors.ts';
import { type Judged, validateAttendanceRows, validateMemberRows } from './validate-rows.ts';

export type ImportDeps = DeskDeps & { imports: Imports; importLines: ImportLines; files: Files };

export interface ImportFile {
  kind: ImportKind;
  fileName: string;
  text: string;
}

export interface ImportReport {
  /** Absent while something is wrong, and where every line is known: then nothing is kept. */
  job?: ImportJob;
  lines: number;
  problems: Finding[];
  problemCount: number;
  /** Lines that change nothing, because they are known. */
  known: Finding[];
  knownCount: number;
}

const NOTHING: Judged = { lines: [], problems: [], known: [] };

export const MAX_ROWS = 10_000;
/** Far above the columns that there are, so that one too many is named; names are compared pair by pair. */
const MOST_COLUMNS = 100;
/** All fields at their longest come to less than half of it. */
const MOST_LINE_CHARACTERS = 10_000;

const digestOf = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/**
 * Reads a file and says of every line what is wrong with it, before anything is written. A file without a fault is kept,
 * under an id made of its lines: the same file again is the same import, also when that has begun.
 */
export async function checkImport(deps: ImportDeps, actor: Actor, file: ImportFile): Promise<ImportReport> {
  const { kind, fileName } = file;
  const table = await parseCsv(file.text);
  const id = digestOf(JSON.stringify([kind, table.columns, table.rows])).slice(0, 24);
  const before = await deps.imports.find(id);
  if (before?.state === 'applying' || before?.state === 'done') return reportOf(before);
  const tooLarge = faultsOfSize(table);
  const faults = tooLarge.length > 0 ? tooLarge : faultsOfText(deps, file, table);
  // Under a wrong header every line would be wrong.
  const judged = faults.length === 0 ? await judge(deps, kind, table) : NOTHING;
  const unreadable = table.problems.map((problem) => ({ ...problem, column: '' }));
  const problems = [...faults, ...unreadable, ...judged.problems];
  const counts = { lines: String(table.rows.length), problems: String(problems.length) };
  const details = { kind, file: fileName, ...counts };
  await deps.audit.write(auditEntry(deps, { actor, action: 'check-import', details }));
  const report = {
    lines: table.rows.length,
    problems: groupRowErrors(problems),
    problemCount: problems.length,
    known: groupRowErrors(judged.known),
    knownCount: judged.known.length,
  };
  if (problems.length > 0 || judged.lines.length === 0) return report;
  const body = Buffer.from(JSON.stringify(judged.lines));
  const job: ImportJob = {
    id,
    kind,
    fileName,
    linesKey: `${s3Prefixes.imports}${digestOf(body)}.json`,
    actor,
    total: judged.lines.length,
    state: 'checked',
    done: 0,
    added: 0,
    known: judged.known.length,
    at: deps.now().toISOString(),
  };
  await deps.files.put(job.linesKey, { body, contentType: 'application/json' });
  return (await deps.imports.keep(job)) ? { job, ...report } : reportOf(await importOf(deps, id));
}

export async function importOf({ imports }: Pick<ImportDeps, 'imports'>, id: string): Promise<ImportJob> {
  const job = await imports.find(id);
  if (!job) throw new DomainError('import-not-found');
  return job;
}

/** Of one that has begun: its lines were right. */
const reportOf = (job: ImportJob): ImportReport => ({
  job,
  lines: job.total,
  problems: [],
  problemCount: 0,
  known: [],
  knownCount: 0,
});

function faultsOfSize({ columns, rows }: CsvTable): Problem[] {
  if (columns.length > MOST_COLUMNS) {
    const message = `The file has ${formatCount(columns.length)} columns. An import can have at most ${MOST_COLUMNS}.`;
    return [{ line: 1, column: '', message }];
  }
  const message = `The row has more than ${formatCount(MOST_LINE_CHARACTERS)} characters. Check its quotation marks.`;
  return [{ line: 1, cells: columns }, ...rows].flatMap(({ line, cells }) =>
    cells.reduce((sum, cell) => sum + cell.length, 0) > MOST_LINE_CHARACTERS
      ? [{ line, column: '', message }]
      : [],
  );
}

const formatCount = (count: number): string => count.toLocaleString('en-GB');

const faultsOfText = (deps: ImportDeps, file: ImportFile, table: CsvTable): Problem[] => [
  ...fileErrors(file, table),
  ...columnErrors(deps, file.kind, table),
];

function fileErrors({ text }: ImportFile, { rows }: CsvTable): Problem[] {
  const whole = (message: string) => [{ line: 1, column: '', message }];
  if (text.includes('\ufffd')) return whole('the file is not UTF-8: save it as "CSV UTF-8"');
  if (rows.length === 0) return whole('the file has no lines below its header');
  return rows.length > MAX_ROWS
    ? whole(`the file has ${rows.length} lines: split it, an import takes ${MAX_ROWS}`)
    : [];
}

function columnErrors({ importLines }: ImportDeps, kind: ImportKind, { columns }: CsvTable): Problem[] {
  const wanted = importLines.columns(kind);
  const found = columns.map((name) => importLines.columnOf(kind, name));
  const unknown = columns.flatMap((column, index) =>
    found[index] === undefined && column.trim() !== ''
      ? [
          {
            line: 1,
            column,
            message: `is not a column; the columns are ${wanted.map(({ name }) => name).join(', ')}`,
          },
        ]
      : [],
  );
  const twice = columns.flatMap((column, index) =>
    found[index] !== undefined && found.indexOf(found[index]) < index
      ? [{ line: 1, column, message: 'is there twice' }]
      : [],
  );
  const missing = wanted
    .filter(({ name, isRequired }) => isRequired && !found.includes(name))
    .map(({ name }) => ({ line: 1, column: name, message: 'is missing' }));
  return [...unknown, ...twice, ...missing];
}

async function judge(deps: ImportDeps, kind: ImportKind, { columns, rows }: CsvTable): Promise<Judged> {
  const names = columns.map((name) => deps.importLines.columnOf(kind, name));
  const members: DirectoryEntry[] = [];
  for await (const entry of deps.directory.walk()) members.push(entry);
  const lines = rows.map(({ line, cells }) => ({
    line,
    fields: Object.fromEntries(names.flatMap((name, index) => (name ? [[name, cells[index] ?? '']] : []))),
    extra: cells.slice(columns.length).some((cell) => cell.trim() !== ''),
  }));
  return kind === 'members'
    ? validateMemberRows(deps.importLines, lines, members)
    : validateAttendanceRows(deps.importLines, lines, members);
}
