import { createHash } from 'node:crypto';
import { hongKongDate } from '#shared/hong-kong';
import { toHex } from '#shared/text';
import { type Actor, type AuditEntry, auditEntry } from '../audit/audit.ts';
import { type Member, NO_PASSWORD } from '../members/member.ts';
import type { Term } from '../membership/term.ts';
import { Refusal } from '../refusal.ts';
import { type ImportNeeds, importOf } from './check-import.ts';
import { type Fields, type ImportJob, isUnfinished, type MemberLine, type Read } from './imports.ts';

/** A step ends well before a call of the API must: what is left is for the next one. */
const STEP_MILLISECONDS = 5000;
const STEP_LINES = 1000;
const AT_ONCE = 8;
const UID_TRIES = 5;

/**
 * Applies the next lines of an import and says how far it is. Every line's rows carry an id made of the import and the
 * line, so that a step that was cut off, or made twice at once, doubles and loses nothing: call it until it is done.
 */
export async function applyImport(needs: ImportNeeds, actor: Actor, id: string): Promise<ImportJob> {
  let job = await begun(needs, actor, id);
  if (!isUnfinished(job)) return job;
  const file = await needs.files.get(job.linesKey);
  if (!file) return endedMeanwhile(needs, id);
  const lines = needs.importLines.stored(Buffer.from(file.body).toString());
  const startedAt = needs.clock().getTime();
  const last = Math.min(lines.length, job.done + STEP_LINES);
  while (isUnfinished(job) && job.done < last && needs.clock().getTime() - startedAt < STEP_MILLISECONDS) {
    const batch = lines.slice(job.done, Math.min(job.done + AT_ONCE, last));
    const results = await Promise.all(batch.map((line) => applyLine(needs, job, line)));
    const added = results.filter((result) => result === 'added').length;
    const after = {
      ...job,
      done: job.done + batch.length,
      added: job.added + added,
      known: job.known + batch.length - added,
    };
    job = (await needs.imports.advance(job, after)) ? after : await importOf(needs, id);
  }
  needs.directory.forget();
  if (job.done < lines.length || !isUnfinished(job)) return job;
  const finished: ImportJob = { ...job, state: 'done' };
  if (!(await needs.imports.advance(job, finished))) return importOf(needs, id);
  await needs.files.remove(job.linesKey);
  return finished;
}

/** Who ends an import takes its lines away; else they lay there for longer than they are kept. */
async function endedMeanwhile(needs: ImportNeeds, id: string): Promise<ImportJob> {
  const job = await importOf(needs, id);
  if (isUnfinished(job)) throw new Refusal('import-file-expired');
  return job;
}

async function begun(needs: ImportNeeds, actor: Actor, id: string): Promise<ImportJob> {
  const job = await importOf(needs, id);
  if (job.state !== 'checked') return job;
  const begins: ImportJob = { ...job, state: 'applying', actor, at: needs.clock().toISOString() };
  const details = { kind: job.kind, file: job.fileName, lines: String(job.total) };
  const entry = auditEntry(needs, { actor, action: 'start-import', details });
  return (await needs.imports.begin(begins, entry)) ? begins : importOf(needs, id);
}

const digestOf = (...parts: (string | number)[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex');

async function applyLine(needs: ImportNeeds, job: ImportJob, fields: Fields): Promise<'added' | 'known'> {
  if (job.kind === 'members') return addMember(needs, job, right(needs.importLines.member(fields)));
  const { uid = '' } = fields;
  const attendance = right(needs.importLines.attendance(fields));
  const entry = entryFor(job, uid, JSON.stringify(fields), { conference: attendance.name });
  return needs.conferences.add(uid, attendance, entry);
}

/** It was right when it was checked. */
function right<Line>(read: Read<Line>): Line {
  if ('problems' in read) throw new Error(`A checked line is wrong: ${JSON.stringify(read.problems)}`);
  return read.value;
}

const entryFor = (
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
async function addMember(needs: ImportNeeds, job: ImportJob, line: MemberLine): Promise<'added' | 'known'> {
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
      salt: Buffer.from(needs.randomBytes(16)).toString('base64url'),
      passwordHash: NO_PASSWORD,
      emailVerified: false,
      epoch: 1,
      role: 'member',
      state: 'active',
      activeUntil: term?.endDate ?? '',
      paymentReference: toHex(needs.randomBytes(16)),
      registeredAt: job.at,
      nameChangedAt: '',
      version: 1,
    };
    const entry = entryFor(job, uid, lineId, wish ? { ...wish } : {});
    const result = await needs.imports.addMember(lineId, member, term, entry);
    if (result === 'added') return 'added';
    if (result === 'email-taken') return 'known';
    // Somebody took the name between check and import.
    if (result === 'username-taken') username = `${person.username}.${uid}`;
  }
  throw new Error(`Import ${job.id}: no free membership ID for a line in ${UID_TRIES} tries`);
}

const importedTerm = ({ id, at }: ImportJob, wish: NonNullable<MemberLine['term']>): Term => ({
  id: `imported-${id}`,
  ...wish,
  accessMethod: 'imported',
  transactionDate: hongKongDate(new Date(at)),
  receiptUrl: '',
  receiptNumber: '',
  expireDate: wish.endDate,
});
