import { createHash } from 'node:crypto';
import { hongKongDate } from '#shared/hong-kong';
import { toHex } from '#shared/text';
import { type Actor, type AuditEntry, createAuditEntry } from '../audit/audit.ts';
import { insertConferenceRecord } from '../conferences/conference.ts';
import { createMember, NO_PASSWORD } from '../members/member.ts';
import type { Term } from '../memberships/term.ts';
import { DomainError } from '../shared/domain-error.ts';
import { findImportOrThrow, type ImportsDeps } from './check-import.ts';
import { type ImportJob, isUnfinished } from './import.ts';
import {
  type Cells,
  type MemberRow,
  type ParseResult,
  parseAttendanceRow,
  parseMemberRow,
  parseStoredRows,
} from './rows.ts';

/** A step ends well before an API call must; the next step takes up the rest. */
const STEP_MS = 5000;
const STEP_ROWS = 1000;
const CONCURRENCY = 8;
const MAX_UID_ATTEMPTS = 5;

/**
 * Applies the next rows of an import and returns its progress; called until the import is done. Every write has an id
 * derived from the import and the row, so that a step that breaks off or runs twice neither doubles nor loses anything.
 */
export async function applyImport(deps: ImportsDeps, actor: Actor, id: string): Promise<ImportJob> {
  let job = await startIfChecked(deps, actor, id);
  if (!isUnfinished(job)) return job;
  const file = await deps.files.get(job.rowsKey);
  if (!file) return stoppedMeanwhile(deps, id);
  const rows = parseStoredRows(Buffer.from(file.body).toString());
  const startedAt = deps.now().getTime();
  const last = Math.min(rows.length, job.done + STEP_ROWS);
  while (isUnfinished(job) && job.done < last && deps.now().getTime() - startedAt < STEP_MS) {
    const batch = rows.slice(job.done, Math.min(job.done + CONCURRENCY, last));
    const results = await Promise.all(batch.map((row) => applyRow(deps, job, row)));
    const added = results.filter((result) => result === 'added').length;
    const after = {
      ...job,
      done: job.done + batch.length,
      added: job.added + added,
      skipped: job.skipped + batch.length - added,
    };
    job = (await deps.imports.advance(job, after)) ? after : await findImportOrThrow(deps, id);
  }
  deps.directory.invalidate();
  if (job.done < rows.length || !isUnfinished(job)) return job;
  const finished: ImportJob = { ...job, state: 'done' };
  if (!(await deps.imports.advance(job, finished))) return findImportOrThrow(deps, id);
  await deps.files.remove(job.rowsKey);
  return finished;
}

/**
 * Stops an import: rows already imported stay, the others are never imported. The same file can be checked and applied
 * again later.
 * @throws `import-finished`
 */
export async function cancelImport(
  deps: ImportsDeps,
  actor: Actor,
  id: string,
  reason: string,
): Promise<ImportJob> {
  const job = await findImportOrThrow(deps, id);
  const { kind, fileName, done, total } = job;
  const details = { kind, file: fileName, rows: String(total), applied: String(done) };
  const entry = createAuditEntry(deps, { actor, action: 'cancel-import', reason, details });
  if (!isUnfinished(job)) throw new DomainError('import-finished');
  const failed = await deps.table.commit([deps.imports.cancelWrite(job), ...deps.audit.entryWrites(entry)]);
  if (failed.length > 0) throw new DomainError('import-finished');
  await deps.files.remove(job.rowsKey);
  return { ...job, state: 'cancelled' };
}

/**
 * Called if an import's rows are missing: either the import has ended in the meantime, or the rows were deleted after
 * their 30 days.
 * @throws `import-file-expired`
 */
async function stoppedMeanwhile(deps: ImportsDeps, id: string): Promise<ImportJob> {
  const job = await findImportOrThrow(deps, id);
  if (isUnfinished(job)) throw new DomainError('import-file-expired');
  return job;
}

async function startIfChecked(deps: ImportsDeps, actor: Actor, id: string): Promise<ImportJob> {
  const job = await findImportOrThrow(deps, id);
  if (job.state !== 'checked') return job;
  const started: ImportJob = { ...job, state: 'applying', actor, at: deps.now().toISOString() };
  const details = { kind: job.kind, file: job.fileName, rows: String(job.total) };
  const entry = createAuditEntry(deps, { actor, action: 'start-import', details });
  const failed = await deps.table.commit(
    [deps.imports.startWrite(started), ...deps.audit.entryWrites(entry)],
    entry.id,
  );
  return failed.length === 0 ? started : findImportOrThrow(deps, id);
}

const sha256 = (...parts: (string | number)[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex');

async function applyRow(deps: ImportsDeps, job: ImportJob, cells: Cells): Promise<'added' | 'skipped'> {
  if (job.kind === 'members') return insertMember(deps, job, requireValid(parseMemberRow(cells)));
  const { uid = '' } = cells;
  const attendance = requireValid(parseAttendanceRow(cells));
  const entry = auditEntryForRow(job, uid, JSON.stringify(cells), { conference: attendance.name });
  const auditWrites = deps.audit.memberEntryWrites(entry);
  const result = await insertConferenceRecord(deps, uid, attendance, auditWrites, entry.id);
  return result === 'added' ? 'added' : 'skipped';
}

/** Throws on errors: the row had none when it was checked. */
function requireValid<Row>(result: ParseResult<Row>): Row {
  if ('errors' in result) throw new Error(`A checked row has errors: ${JSON.stringify(result.errors)}`);
  return result.value;
}

const auditEntryForRow = (
  { id, at, actor, kind, fileName }: ImportJob,
  memberUid: string,
  row: string,
  details: Record<string, string>,
): AuditEntry => ({
  id: sha256(id, row).slice(0, 16),
  at,
  actor,
  action: kind === 'members' ? 'import-member' : 'import-attendance',
  about: memberUid,
  reason: '',
  details: { file: fileName, ...details },
});

/**
 * Inserts a member without a password and sends no email. The member sets the first password with "Forgot password",
 * which verifies the email address too.
 */
async function insertMember(deps: ImportsDeps, job: ImportJob, row: MemberRow): Promise<'added' | 'skipped'> {
  const { term: period, ...person } = row;
  const term = period && importedTerm(job, period);
  const rowId = sha256(job.id, person.email).slice(0, 32);
  let { username } = person;
  for (let attempt = 1; attempt <= MAX_UID_ATTEMPTS; attempt += 1) {
    const uid = String(10_000_000 + (Number.parseInt(sha256(rowId, attempt).slice(0, 12), 16) % 90_000_000));
    const member = createMember({
      ...person,
      username,
      uid,
      salt: Buffer.from(deps.randomBytes(16)).toString('base64url'),
      passwordHash: NO_PASSWORD,
      activeUntil: term?.endDate ?? '',
      paymentReference: toHex(deps.randomBytes(16)),
      registeredAt: job.at,
    });
    const entry = auditEntryForRow(job, uid, rowId, period ? { ...period } : {});
    const failed = await deps.table.commit([
      ...deps.members.insertWrites(member, rowId),
      ...(term ? [deps.terms.insertWrite(uid, term)] : []),
      ...deps.audit.memberEntryWrites(entry),
    ]);
    const result = deps.members.insertResult(failed, rowId);
    if (result === 'inserted') return 'added';
    if (result === 'email-taken') return 'skipped';
    // Somebody took the username between check and import.
    if (result === 'username-taken') username = `${person.username}.${uid}`;
  }
  throw new Error(`Import ${job.id}: no free membership ID for a row in ${MAX_UID_ATTEMPTS} attempts`);
}

const importedTerm = ({ id, at }: ImportJob, period: NonNullable<MemberRow['term']>): Term => ({
  id: `imported-${id}`,
  ...period,
  accessMethod: 'imported',
  transactionDate: hongKongDate(new Date(at)),
  receiptUrl: '',
  receiptNumber: '',
  expireDate: period.endDate,
});
