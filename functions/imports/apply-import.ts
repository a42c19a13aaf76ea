import { createHash } from 'node:crypto';
import { hongKongDate } from '#shared/hong-kong';
import { toHex } from '#shared/text';
import { type Actor, type AuditEntry, auditEntry } from '../audit/audit.ts';
import { type Member, NO_PASSWORD } from '../members/member.ts';
import type { Term } from '../memberships/term.ts';
import { DomainError } from '../shared/domain-error.ts';
import { type ImportDeps, importOf } from './check-import.ts';
import { type Fields, type ImportJob, isUnfinished, type MemberRow, type Read } from './import.ts';

/** A step ends well before a call of the API must: what is left is for the next one. */
const STEP_MILLISECONDS = 5000;
const STEP_ROWS = 1000;
const AT_ONCE = 8;
const UID_TRIES = 5;

/**
 * Applies the next lines of an import and says how far it is. Every line's rows carry an id made of the import and the
 * line, so that a step that was cut off, or made twice at once, doubles and loses nothing: call it until it is done.
 */
export async function applyImport(deps: ImportDeps, actor: Actor, id: string): Promise<ImportJob> {
  let job = await begun(deps, actor, id);
  if (!isUnfinished(job)) return job;
  const file = await deps.files.get(job.linesKey);
  if (!file) return stoppedMeanwhile(deps, id);
  const lines = deps.importLines.stored(Buffer.from(file.body).toString());
  const startedAt = deps.now().getTime();
  const last = Math.min(lines.length, job.done + STEP_ROWS);
  while (isUnfinished(job) && job.done < last && deps.now().getTime() - startedAt < STEP_MILLISECONDS) {
    const batch = lines.slice(job.done, Math.min(job.done + AT_ONCE, last));
    const results = await Promise.all(batch.map((line) => applyRow(deps, job, line)));
    const added = results.filter((result) => result === 'added').length;
    const after = {
      ...job,
      done: job.done + batch.length,
      added: job.added + added,
      known: job.known + batch.length - added,
    };
    job = (await deps.imports.advance(job, after)) ? after : await importOf(deps, id);
  }
  deps.directory.forget();
  if (job.done < lines.length || !isUnfinished(job)) return job;
  const finished: ImportJob = { ...job, state: 'done' };
  if (!(await deps.imports.advance(job, finished))) return importOf(deps, id);
  await deps.files.remove(job.linesKey);
  return finished;
}

/** Who ends an import takes its lines away; else they lay there for longer than they are kept. */
async function stoppedMeanwhile(deps: ImportDeps, id: string): Promise<ImportJob> {
  const job = await importOf(deps, id);
  if (isUnfinished(job)) throw new DomainError('import-file-expired');
  return job;
}

async function begun(deps: ImportDeps, actor: Actor, id: string): Promise<ImportJob> {
  const job = await importOf(deps, id);
  if (job.state !== 'checked') return job;
  const begins: ImportJob = { ...job, state: 'applying', actor, at: deps.now().toISOString() };
  const details = { kind: job.kind, file: job.fileName, lines: String(job.total) };
  const entry = auditEntry(deps, { actor, action: 'start-import', details });
  return (await deps.imports.begin(begins, entry)) ? begins : importOf(deps, id);
}

const digestOf = (...parts: (string | number)[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex');

async function applyRow(deps: ImportDeps, job: ImportJob, fields: Fields): Promise<'added' | 'known'> {
  if (job.kind === 'members') return insertMember(deps, job, right(deps.importLines.member(fields)));
  const { uid = '' } = fields;
  const attendance = right(deps.importLines.attendance(fields));
  const entry = auditEntryForRow(job, uid, JSON.stringify(fields), { conference: attendance.name });
  return deps.conferences.add(uid, attendance, entry);
}

/** It was right when it was checked. */
function right<Line>(read: Read<Line>): Line {
  if ('problems' in read) throw new Error(`A checked line is wrong: ${JSON.stringify(read.problems)}`);
  return read.value;
}

const auditEntryForRow = (
  { id, at, actor, kind, fileName }: ImportJob,
  about: string,
  line: string,
  details: Record<string, string>,
): AuditEntry => ({
  id: digestOf(id, line).slice(0, 16),
  at,
  actor,
  action: kind === 'members' ? 'import-member' : 'import-attendance',
  about,
  reason: '',
  details: { file: fileName, ...details },
});

/** Without a password: the first is set by way of "Forget password", which proves the address too. Nobody is mailed. */
async function insertMember(deps: ImportDeps, job: ImportJob, line: MemberRow): Promise<'added' | 'known'> {
  const { term: wish, ...person } = line;
  const term = wish && importedTerm(job, wish);
  const lineId = digestOf(job.id, person.email).slice(0, 32);
  let { username } = person;
  for (let attempt = 1; attempt <= UID_TRIES; attempt += 1) {
    const uid = String(
      10_000_000 + (Number.parseInt(digestOf(lineId, attempt).slice(0, 12), 16) % 90_000_000),
    );
    const member: Member = {
      ...person,
      username,
      uid,
      salt: Buffer.from(deps.randomBytes(16)).toString('base64url'),
      passwordHash: NO_PASSWORD,
      emailVerified: false,
      epoch: 1,
      role: 'member',
      state: 'active',
      activeUntil: term?.endDate ?? '',
      paymentReference: toHex(deps.randomBytes(16)),
      registeredAt: job.at,
      nameChangedAt: '',
      version: 1,
    };
    const entry = auditEntryForRow(job, uid, lineId, wish ? { ...wish } : {});
    const result = await deps.imports.insertMember(lineId, member, term, entry);
    if (result === 'added') return 'added';
    if (result === 'email-taken') return 'known';
    // Somebody took the name between check and import.
    if (result === 'username-taken') username = `${person.username}.${uid}`;
  }
  throw new Error(`Import ${job.id}: no free membership ID for a line in ${UID_TRIES} tries`);
}

const importedTerm = ({ id, at }: ImportJob, wish: NonNullable<MemberRow['term']>): Term => ({
  id: `imported-${id}`,
  ...wish,
  accessMethod: 'imported',
  transactionDate: hongKongDate(new Date(at)),
  receiptUrl: '',
  receiptNumber: '',
  expireDate: wish.endDate,
});
