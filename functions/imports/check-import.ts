import { createHash } from 'node:crypto';
import type { ImportKind } from '#shared/choices';
import { parseCsv } from '#shared/csv';
import { s3Prefixes } from '#shared/deployment';
import { type Actor, createAuditEntry } from '../audit/audit.ts';
import type { AuditLog } from '../audit/repository.ts';
import type { ConferenceRecords } from '../conferences/repository.ts';
import type { MemberDirectory } from '../members/directory.ts';
import type { DirectoryEntry } from '../members/member.ts';
import type { Members } from '../members/repository.ts';
import type { Terms } from '../memberships/repository.ts';
import type { Files } from '../platform/files.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Table } from '../platform/table/table.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { ImportJob, RowErrorGroup } from './import.ts';
import type { Imports } from './repository.ts';
import { groupRowErrors, validateRows } from './validate-rows.ts';

export type ImportsDeps = Runtime & {
  table: Pick<Table, 'commit'>;
  members: Members;
  terms: Terms;
  imports: Imports;
  conferenceRecords: ConferenceRecords;
  audit: AuditLog;
  directory: MemberDirectory;
  files: Files;
};

export interface ImportFile {
  kind: ImportKind;
  fileName: string;
  text: string;
}

export interface ImportReport {
  /** Absent while a row needs correction, and if all members exist already: nothing is stored then. */
  job?: ImportJob;
  rows: number;
  errors: RowErrorGroup[];
  errorCount: number;
  /** Rows that change nothing, because the member exists already. */
  skipped: RowErrorGroup[];
  skippedCount: number;
}

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/**
 * Checks every row of a file before anything is imported. A file without errors is stored under an id derived from its
 * rows: the same file is the same import, even after it has started.
 */
export async function checkImport(deps: ImportsDeps, actor: Actor, file: ImportFile): Promise<ImportReport> {
  const { kind, fileName } = file;
  const csv = await parseCsv(file.text);
  const id = sha256(JSON.stringify([kind, csv.columns, csv.rows])).slice(0, 24);
  const before = await deps.imports.findImport(id);
  if (before?.state === 'applying' || before?.state === 'done') return startedReport(before);
  const { rows, errors, skipped } = await validateRows(kind, file.text, csv, () => loadMembers(deps));
  const details = {
    kind,
    file: fileName,
    rows: String(csv.rows.length),
    errors: String(errors.length),
  };
  await deps.audit.writeEntry(createAuditEntry(deps, { actor, action: 'check-import', details }));
  const report = {
    rows: csv.rows.length,
    errors: groupRowErrors(errors),
    errorCount: errors.length,
    skipped: groupRowErrors(skipped),
    skippedCount: skipped.length,
  };
  if (errors.length > 0 || rows.length === 0) return report;
  const body = Buffer.from(JSON.stringify(rows));
  const job: ImportJob = {
    id,
    kind,
    fileName,
    rowsKey: `${s3Prefixes.imports}${sha256(body)}.json`,
    actor,
    total: rows.length,
    state: 'checked',
    done: 0,
    added: 0,
    skipped: skipped.length,
    at: deps.now().toISOString(),
  };
  await deps.files.put(job.rowsKey, { body, contentType: 'application/json' });
  if (await deps.imports.saveChecked(job)) return { job, ...report };
  return startedReport(await findImportOrThrow(deps, id));
}

async function loadMembers({ directory }: ImportsDeps): Promise<DirectoryEntry[]> {
  const members: DirectoryEntry[] = [];
  for await (const entry of directory.walk()) members.push(entry);
  return members;
}

/** The report of an import that has started: its rows had no errors. */
const startedReport = (job: ImportJob): ImportReport => ({
  job,
  rows: job.total,
  errors: [],
  errorCount: 0,
  skipped: [],
  skippedCount: 0,
});

/** @throws `import-not-found` */
export async function findImportOrThrow(
  { imports }: Pick<ImportsDeps, 'imports'>,
  id: string,
): Promise<ImportJob> {
  const job = await imports.findImport(id);
  if (!job) throw new DomainError('import-not-found');
  return job;
}
