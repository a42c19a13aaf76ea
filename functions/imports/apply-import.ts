import { hongKongDate } from '#shared/hong-kong';
import { columnTitle } from '#shared/import-columns';
import { canonicalize, toHex } from '#shared/text';
import { type Actor, type AuditDetails, type AuditEntry, createAuditEntry } from '../audit/audit.ts';
import { auditEntryWrites, auditMemberWrites, listAuditOfMember } from '../audit/repository.ts';
import { insertConferenceRecord } from '../conferences/conference.ts';
import { createMember, NO_PASSWORD } from '../members/member.ts';
import {
  changeMemberWrites,
  findMember,
  insertMemberResult,
  insertMemberWrites,
} from '../members/repository.ts';
import { addSaltForms } from '../members/salt-forms.ts';
import { insertTermWrite, listTerms } from '../memberships/repository.ts';
import { extendedBy, membershipOf, type Term, type TermInput } from '../memberships/term.ts';
import { DomainError } from '../shared/domain-error.ts';
import { findImportOrThrow, type ImportsContext, sha256 } from './check-import.ts';
import { type CheckedEntry, type ImportJob, isUnfinished, parseStoredEntries } from './import.ts';
import { storeInvitees } from './invite-members.ts';
import { advanceImport, cancelImportWrite, startImportWrite } from './repository.ts';
import {
  type Cells,
  type MemberRow,
  type ParseResult,
  parseAttendanceRow,
  parseKnownMemberRow,
  parseMemberRow,
  parseTerm,
} from './rows.ts';
import { changesOf, describeTerm } from './validate-member-rows.ts';

/** A step ends well before an API call must; the next step takes up the rest. */
const STEP_MS = 5000;
const STEP_ENTRIES = 500;
const CONCURRENCY = 8;
const MAX_UID_ATTEMPTS = 5;
const MAX_UPDATE_ATTEMPTS = 6;

/**
 * Applies the next rows of an import and returns its progress; called until the import is done. Every write has an id
 * derived from the import and the row, so that a step that breaks off or runs twice neither doubles nor loses anything.
 */
export async function applyImport(context: ImportsContext, actor: Actor, id: string): Promise<ImportJob> {
  let job = await startIfChecked(context, actor, id);
  if (!isUnfinished(job)) return job;
  const entries = await readEntries(context, job);
  if (!entries) return stoppedMeanwhile(context, id);
  const startedAt = context.now().getTime();
  const last = Math.min(entries.length, job.done + STEP_ENTRIES);
  while (isUnfinished(job) && job.done < last && context.now().getTime() - startedAt < STEP_MS) {
    const batch = entries.slice(job.done, Math.min(job.done + CONCURRENCY, last));
    const after = { ...job, done: job.done + batch.length, progressedAt: context.now().toISOString() };
    for (const { result, periods } of await Promise.all(
      batch.map((entry) => applyEntry(context, job, entry)),
    )) {
      after[result] += 1;
      after.periods += periods;
    }
    job = (await advanceImport(context, job, after)) ? after : await findImportOrThrow(context, id);
  }
  context.directory.invalidate();
  if (job.done < entries.length || !isUnfinished(job)) return job;
  const finished: ImportJob = { ...job, state: 'done', invitees: await storeInvitees(context, job, entries) };
  if (!(await advanceImport(context, job, finished))) return findImportOrThrow(context, id);
  await context.files.remove(job.rowsKey);
  return finished;
}

/**
 * Stops an import: rows already imported stay, the others are never imported. The same file can be checked and applied
 * again later.
 * @throws `import-finished`
 */
export async function cancelImport(
  context: ImportsContext,
  actor: Actor,
  id: string,
  reason: string,
): Promise<ImportJob> {
  let entries: CheckedEntry[] | undefined;
  for (;;) {
    const job = await findImportOrThrow(context, id);
    if (job.state === 'applying') entries ??= (await readEntries(context, job)) ?? [];
    // Meanwhile it may have ended, and this function have replaced the list of its new members.
    if (job.state === 'done' && entries) await storeInvitees(context, job, entries);
    if (!isUnfinished(job)) throw new DomainError('import-finished');
    const cancelled = await tryToCancel(context, actor, { job, entries: entries ?? [], reason });
    if (cancelled) {
      await context.files.remove(job.rowsKey);
      return cancelled;
    }
  }
}

/** Undefined if a step has advanced the import in the meantime. */
async function tryToCancel(
  context: ImportsContext,
  actor: Actor,
  { job, entries, reason }: { job: ImportJob; entries: readonly CheckedEntry[]; reason: string },
): Promise<ImportJob | undefined> {
  const { kind, fileName, done, total } = job;
  // A step under way may still add the members of its batch.
  const invitees = await storeInvitees(context, job, entries.slice(0, done + CONCURRENCY));
  const cancelled: ImportJob = { ...job, state: 'cancelled', invitees };
  const details: AuditDetails = { kind, file: fileName, rows: String(total), applied: String(done) };
  const entry = createAuditEntry(context, { actor, action: 'cancel-import', reason, details });
  const writes = [cancelImportWrite(job, cancelled), ...auditEntryWrites(entry)];
  return (await context.table.commit(writes)).length === 0 ? cancelled : undefined;
}

/** Undefined if the rows were deleted, after the import or after their 30 days. */
async function readEntries(
  { files }: ImportsContext,
  { rowsKey }: ImportJob,
): Promise<CheckedEntry[] | undefined> {
  const file = await files.get(rowsKey);
  return file && parseStoredEntries(Buffer.from(file.body).toString());
}

/**
 * Called if an import's rows are missing: either the import has ended in the meantime, or the rows were deleted after
 * their 30 days.
 * @throws `import-file-expired`
 */
async function stoppedMeanwhile(context: ImportsContext, id: string): Promise<ImportJob> {
  const job = await findImportOrThrow(context, id);
  if (isUnfinished(job)) throw new DomainError('import-file-expired');
  return job;
}

async function startIfChecked(context: ImportsContext, actor: Actor, id: string): Promise<ImportJob> {
  const job = await findImportOrThrow(context, id);
  if (job.state !== 'checked') return job;
  const at = context.now().toISOString();
  const started: ImportJob = { ...job, state: 'applying', actor, at, progressedAt: at };
  const { kind, fileName, total, verifiedReason } = job;
  const details: AuditDetails = {
    kind,
    file: fileName,
    rows: String(total),
    ...(kind === 'members' && { existing: job.existing }),
    ...verifiedDetails(job),
  };
  const entry = createAuditEntry(context, { actor, action: 'start-import', details, reason: verifiedReason });
  const failed = await context.table.commit(
    [startImportWrite(started), ...auditEntryWrites(entry)],
    entry.id,
  );
  if (failed.length > 0) return findImportOrThrow(context, id);
  const entries = kind === 'members' ? ((await readEntries(context, job)) ?? []) : [];
  await addSaltForms(
    context,
    entries.map(({ rows }) => rows[0]?.['salt'] ?? '').filter((salt) => salt !== ''),
  );
  return started;
}

const hashOf = (...parts: (string | number)[]): string => sha256(parts.join('\n'));

/** What became of an entry. `periods`: how many this import has added, also in an earlier run of a step whose end was lost. */
interface Applied {
  result: 'added' | 'updated' | 'skipped';
  periods: number;
}

const SKIPPED: Applied = { result: 'skipped', periods: 0 };

async function applyEntry(
  context: ImportsContext,
  job: ImportJob,
  { uid, rows }: CheckedEntry,
): Promise<Applied> {
  const [first = {}, ...others] = rows;
  if (job.kind === 'attendance') return addAttendance(context, job, uid, first);
  const parse = uid === '' ? parseMemberRow : parseKnownMemberRow;
  const { term, ...person } = requireValid(parse(first));
  const terms = [term, ...others.map((row) => requireValid(parseTerm(row)))].filter(
    (each) => each !== undefined,
  );
  return uid === ''
    ? insertMember(context, job, person, terms)
    : updateMember(context, job, { uid, person, cells: first, terms });
}

async function addAttendance(
  context: ImportsContext,
  job: ImportJob,
  uid: string,
  cells: Cells,
): Promise<Applied> {
  const attendance = requireValid(parseAttendanceRow(cells));
  const details: AuditDetails = { conference: attendance.name };
  const entry = memberEntry(job, { action: 'import-attendance', about: uid, details }, JSON.stringify(cells));
  const auditWrites = auditMemberWrites(entry);
  const result = await insertConferenceRecord(context, uid, attendance, auditWrites, entry.id);
  return result === 'added' ? { result, periods: 0 } : SKIPPED;
}

/** Throws on errors: the row had none when it was checked. */
function requireValid<Row>(result: ParseResult<Row>): Row {
  if ('errors' in result) throw new Error(`A checked row has errors: ${JSON.stringify(result.errors)}`);
  return result.value;
}

/** An entry about one member, whose id derives from the import and the row. */
const memberEntry = (
  { id, at, actor, fileName }: ImportJob,
  { details, ...entry }: Pick<AuditEntry, 'action' | 'about' | 'details'>,
  row: string,
): AuditEntry => ({
  reason: '',
  ...entry,
  id: hashOf(id, row).slice(0, 16),
  at,
  actor,
  details: { file: fileName, ...details },
});

const verifiedDetails = ({ verifiedReason }: ImportJob): AuditDetails =>
  verifiedReason === '' ? {} : { verified: 'yes' };

const membershipDetails = (terms: readonly TermInput[]): AuditDetails =>
  terms.length === 0 ? {} : { membership: terms.map(describeTerm).join('; ') };

/**
 * Inserts a member and sends no email. Without an old password, the member sets the first one with "Forgot password",
 * which verifies the email address too.
 */
async function insertMember(
  context: ImportsContext,
  job: ImportJob,
  person: MemberRow,
  terms: readonly TermInput[],
): Promise<Applied> {
  const rowId = hashOf(job.id, person.email).slice(0, 32);
  const hasPassword = person.passwordHash !== '';
  const salt = hasPassword ? person.salt : Buffer.from(context.randomBytes(16)).toString('base64url');
  // What the old site had is what browsers send: to the server, it is the password.
  const passwordHash = hasPassword ? await context.passwords.hash(person.passwordHash) : NO_PASSWORD;
  let { username } = person;
  for (let attempt = 1; attempt <= MAX_UID_ATTEMPTS; attempt += 1) {
    const uid = person.uid || uidFrom(rowId, attempt);
    const member = createMember({
      ...person,
      username,
      uid,
      salt,
      passwordHash,
      emailVerified: job.verifiedReason !== '',
      ...membershipOf(terms),
      paymentReference: toHex(context.randomBytes(16)),
      registeredAt: job.at,
    });
    const details: AuditDetails = { ...membershipDetails(terms), ...verifiedDetails(job) };
    const entry = memberEntry(job, { action: 'import-member', about: uid, details }, rowId);
    const failed = await context.table.commit([
      ...insertMemberWrites(member, rowId),
      ...terms.map((term) => insertTermWrite(uid, importedTerm(job, term))),
      ...auditMemberWrites({ ...entry, reason: job.verifiedReason }),
    ]);
    const result = insertMemberResult(failed, rowId);
    if (result === 'inserted') return { result: 'added', periods: terms.length };
    if (result === 'email-taken') return SKIPPED;
    // Somebody took the username between check and import.
    if (result === 'username-taken') username = `${person.username}.${uid}`;
    if (result === 'uid-taken' && person.uid) break;
  }
  throw new Error(`Import ${job.id}: no free membership ID for a row in ${MAX_UID_ATTEMPTS} attempts`);
}

const uidFrom = (rowId: string, attempt: number): string =>
  String(10_000_000 + (Number.parseInt(hashOf(rowId, attempt).slice(0, 12), 16) % 90_000_000));

interface KnownMember {
  uid: string;
  person: MemberRow;
  cells: Cells;
  terms: readonly TermInput[];
}

/** Changes a member who exists by what is in the table now, and adds the terms that end on days of their own. */
async function updateMember(
  context: ImportsContext,
  job: ImportJob,
  { uid, person, cells, terms }: KnownMember,
): Promise<Applied> {
  if (job.existing === 'skip') return SKIPPED;
  const row = canonicalize(person.email);
  for (let attempt = 1; attempt <= MAX_UPDATE_ATTEMPTS; attempt += 1) {
    // The member is read before the terms: if these change later, the write fails, as the member has another version then.
    const member = await findMember(context, uid);
    if (!member) return SKIPPED;
    const recorded = await listTerms(context, uid);
    const changes = changesOf(member, person, cells, job.existing);
    const missing = terms.filter(({ endDate }) => recorded.every((term) => term.endDate !== endDate));
    const fields = Object.keys(changes)
      .map((name) => columnTitle('members', name))
      .join(', ');
    const details: AuditDetails = { ...(fields && { fields }), ...membershipDetails(missing) };
    const entry = memberEntry(job, { action: 'import-changes', about: uid, details }, row);
    // With those that this step has recorded before, if its end was lost.
    const added = recorded.filter((term) => term.id === importedTermId(job));
    const updated: Applied = { result: 'updated', periods: missing.length + added.length };
    if (fields === '' && missing.length === 0) return (await isWritten(context, entry)) ? updated : SKIPPED;
    const membership = missing.reduce(extendedBy, member);
    const failed = await context.table.commit([
      ...changeMemberWrites(member, {
        ...changes,
        activeUntil: membership.activeUntil,
        membershipType: membership.membershipType,
        activePeriods: membership.activePeriods,
      }),
      ...missing.map((term) => insertTermWrite(uid, importedTerm(job, term))),
      ...auditMemberWrites(entry),
    ]);
    if (failed.length === 0) return updated;
  }
  throw new Error(`Import ${job.id}: a member changed under ${MAX_UPDATE_ATTEMPTS} attempts`);
}

/** Whether this row was applied before and only the step's end was lost. */
async function isWritten(context: ImportsContext, { id, about = '' }: AuditEntry): Promise<boolean> {
  const { entries } = await listAuditOfMember(context, about, 50);
  return entries.some((entry) => entry.id === id);
}

const importedTermId = ({ id }: ImportJob): string => `imported-${id}`;

const importedTerm = (job: ImportJob, term: TermInput): Term => ({
  id: importedTermId(job),
  ...term,
  accessMethod: 'imported',
  transactionDate: hongKongDate(new Date(job.at)),
  receiptUrl: '',
  receiptNumber: '',
  expireDate: term.endDate,
});
