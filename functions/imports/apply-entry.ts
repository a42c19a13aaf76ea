import { hongKongDate } from '#shared/hong-kong';
import { columnTitle } from '#shared/import-columns';
import { canonicalize } from '#shared/text';
import type { AuditDetails, AuditEntry } from '../audit/audit.ts';
import { auditMemberWrites, listAuditOfMember } from '../audit/repository.ts';
import { insertConferenceRecord } from '../conferences/conference.ts';
import { createSalt, NO_PASSWORD } from '../members/member.ts';
import { findMember } from '../members/repository.ts';
import { changeMemberWrites, insertMember } from '../members/write-repository.ts';
import { insertTermWrite, listTerms } from '../memberships/repository.ts';
import { extendedBy, membershipOf, type Term, type TermInput } from '../memberships/term.ts';
import type { Context } from '../platform/context.ts';
import { type CheckedEntry, type ImportJob, sha256, verifiedDetails } from './import.ts';
import {
  type Cells,
  type MemberRow,
  type ParseResult,
  parseAttendanceRow,
  parseMemberRow,
  parseTerm,
} from './rows.ts';
import { changesOf, describeTerm } from './validate-rows.ts';

const MAX_UID_ATTEMPTS = 5;
const MAX_UPDATE_ATTEMPTS = 6;

export type ApplyContext = Pick<Context, 'table' | 'randomBytes'> & {
  passwords: Pick<Context['passwords'], 'hash'>;
};

const hashOf = (...parts: (string | number)[]): string => sha256(parts.join('\n'));

/** What became of an entry. `periods`: how many this import has added, also in an earlier run of a step whose end was lost. */
export interface Applied {
  result: 'added' | 'updated' | 'skipped';
  periods: number;
}

const SKIPPED: Applied = { result: 'skipped', periods: 0 };

/**
 * Adds or changes what one entry of an import says, in one transaction. Its rows have ids derived from the import and the
 * entry, so that an entry that is applied again, after a worker has ended in its middle, neither doubles nor loses anything.
 */
export async function applyEntry(
  context: ApplyContext,
  job: ImportJob,
  { uid, rows }: CheckedEntry,
): Promise<Applied> {
  const [first = {}, ...others] = rows;
  if (job.kind === 'attendance') return addAttendance(context, job, uid, first);
  const isKnown = uid !== '';
  const { term, ...person } = requireValid(parseMemberRow(first, isKnown));
  const terms = [term, ...others.map((row) => requireValid(parseTerm(row)))].filter(
    (each) => each !== undefined,
  );
  return isKnown
    ? updateMember(context, job, { uid, person, cells: first, terms })
    : importMember(context, job, person, terms);
}

async function addAttendance(
  context: ApplyContext,
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

const membershipDetails = (terms: readonly TermInput[]): AuditDetails =>
  terms.length === 0 ? {} : { membership: terms.map(describeTerm).join('; ') };

/**
 * Inserts a member and sends no email. Without an old password, the member sets the first one with "Forgot password",
 * which verifies the email address too.
 */
async function importMember(
  context: ApplyContext,
  job: ImportJob,
  person: MemberRow,
  terms: readonly TermInput[],
): Promise<Applied> {
  const rowId = hashOf(job.id, person.email).slice(0, 32);
  const hasPassword = person.passwordHash !== '';
  const given = {
    ...person,
    salt: hasPassword ? person.salt : createSalt(context),
    // What the old site had is what browsers send: to the server, it is the password.
    passwordHash: hasPassword ? await context.passwords.hash(person.passwordHash) : NO_PASSWORD,
    emailVerified: job.verifiedReason !== '',
    ...membershipOf(terms),
    registeredAt: job.at,
  };
  const details: AuditDetails = { ...membershipDetails(terms), ...verifiedDetails(job) };
  const insertAs = (username: string) =>
    insertMember(
      context,
      { ...given, username },
      rowId,
      ({ uid }) => {
        const entry = memberEntry(job, { action: 'import-member', about: uid, details }, rowId);
        return [
          ...terms.map((term) => insertTermWrite(uid, importedTerm(job, term))),
          ...auditMemberWrites({ ...entry, reason: job.verifiedReason }),
        ];
      },
      uidsFor(person, rowId),
    );
  const first = await insertAs(person.username);
  // Somebody took the username between check and import.
  const { result } =
    first.result === 'username-taken' ? await insertAs(`${person.username}.${first.member.uid}`) : first;
  if (result === 'username-taken') throw new Error(`Import ${job.id}: no free username for a row`);
  return result === 'inserted' ? { result: 'added', periods: terms.length } : SKIPPED;
}

/** The membership ID of the row, otherwise those to try: the same ones for a row that is applied again. */
const uidsFor = ({ uid }: MemberRow, rowId: string): string[] =>
  uid === '' ? Array.from({ length: MAX_UID_ATTEMPTS }, (_, index) => uidFrom(rowId, index + 1)) : [uid];

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
  context: ApplyContext,
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
async function isWritten(context: ApplyContext, { id, about = '' }: AuditEntry): Promise<boolean> {
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
