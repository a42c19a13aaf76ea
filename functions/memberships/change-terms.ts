import { membershipTypeNames } from '#shared/choices';
import { formatLongDate, hongKongDate } from '#shared/hong-kong';
import { type AdminAction, auditEntryFor } from '../audit/audit.ts';
import { auditEntryWrites, commitWithEntry } from '../audit/repository.ts';
import type { WithDirectory } from '../members/directory.ts';
import type { Membership } from '../members/member.ts';
import { loadMemberForAction } from '../members/members.ts';
import { setMembershipWrite } from '../members/write-repository.ts';
import type { ChangeContext } from '../platform/context.ts';
import { DomainError } from '../shared/domain-error.ts';
import { insertTermWrite, listTerms, voidTermWrites } from './repository.ts';
import {
  extendedBy,
  isValidPeriod,
  membershipOf,
  nextCorrectionId,
  type Term,
  type TermInput,
  termReference,
} from './term.ts';

const MAX_ATTEMPTS = 6;

const isSameTerm = (a: TermInput, b: TermInput): boolean =>
  a.type === b.type && a.startDate === b.startDate && a.endDate === b.endDate;

/** A term without a payment. The same type and end date make the same record. */
const decideGrant = (
  { type, startDate, endDate }: TermInput,
  member: Membership,
  now: Date,
): { term: Term; membership: Membership } => ({
  term: {
    id: `granted-${type}`,
    type,
    accessMethod: 'granted',
    transactionDate: hongKongDate(now),
    receiptUrl: '',
    receiptNumber: '',
    startDate,
    endDate,
    expireDate: endDate,
  },
  membership: extendedBy(member, { type, startDate, endDate }),
});

/**
 * A record of the same identity is in the way of another one, which would replace it.
 * @throws `term-exists`, or `term-end-taken` if that record has another type or start
 */
function requireNoRecord(terms: readonly Term[], wanted: Term): void {
  const found = terms.find((each) => termReference(each) === termReference(wanted));
  if (!found) return;
  if (isSameTerm(found, wanted)) throw new DomainError('term-exists');
  const { type, startDate, endDate } = found;
  const period = `${membershipTypeNames[type]} from ${formatLongDate(startDate)} to ${formatLongDate(endDate)}`;
  throw new DomainError('term-end-taken', {
    sentence: `The member already has another membership period until this day: ${period}. Correct that one, or void it first.`,
  });
}

/**
 * Grants a term; the membership never becomes shorter. `exists`: the member has this period already,
 * granted or paid.
 * @throws `term-period-invalid`, `term-end-taken`, `member-not-found`, `member-conflict`
 */
export async function grantTerm(
  context: ChangeContext & WithDirectory,
  action: AdminAction,
  input: TermInput,
): Promise<'granted' | 'exists'> {
  const { uid } = action;
  requireValidPeriod(input);
  let member = await loadMemberForAction(context, action);
  const { type, startDate, endDate } = input;
  const entry = auditEntryFor(context, action, 'grant-term', { type, startDate, endDate });
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const terms = await listTerms(context, uid);
    if (terms.some((term) => isSameTerm(term, input))) return 'exists';
    const { term, membership } = decideGrant(input, member, context.now());
    requireNoRecord(terms, term);
    const failed = await context.table.commit([
      insertTermWrite(uid, term),
      setMembershipWrite(member, membership),
      ...auditEntryWrites(entry),
    ]);
    if (failed.length === 0) {
      context.directory.invalidate();
      return 'granted';
    }
    // The member, or the terms, were changed in between.
    member = await loadMemberForAction(context, { uid });
  }
  throw new Error(`Member ${uid}: the member changed under ${MAX_ATTEMPTS} attempts to grant a term`);
}

/** The membership after a term is voided, or replaced by `replacement`. @throws `term-not-found`, and what `requireNoRecord` does */
function decideReplacement(
  terms: readonly Term[],
  reference: string,
  input: TermInput | undefined,
): { term: Term; replacement: Term | undefined; membership: Membership } {
  const term = terms.find((each) => termReference(each) === reference);
  if (!term) throw new DomainError('term-not-found');
  const others = terms.filter((each) => each !== term);
  if (!input) return { term, replacement: undefined, membership: membershipOf(others) };
  const { type, startDate, endDate } = input;
  const id = nextCorrectionId(term.id);
  const replacement: Term = { ...term, type, startDate, endDate, id, expireDate: endDate };
  requireNoRecord(others, replacement);
  return { term, replacement, membership: membershipOf([...others, replacement]) };
}

/** Voids a record; it stays visible, with the reason. @throws `term-not-found`, `member-not-found`, `member-conflict` */
export const voidTerm = (
  context: ChangeContext & WithDirectory,
  action: AdminAction,
  reference: string,
): Promise<void> => replaceOrVoidTerm(context, action, reference, undefined);

/**
 * Replaces a wrong record by a right one: voids it and adds the new one in one step.
 * @throws what `voidTerm` does, `term-period-invalid`, `term-exists`, `term-end-taken`
 */
export async function correctTerm(
  context: ChangeContext & WithDirectory,
  action: AdminAction,
  reference: string,
  input: TermInput,
): Promise<void> {
  requireValidPeriod(input);
  await replaceOrVoidTerm(context, action, reference, input);
}

async function replaceOrVoidTerm(
  context: ChangeContext & WithDirectory,
  action: AdminAction,
  reference: string,
  input: TermInput | undefined,
): Promise<void> {
  const { uid } = action;
  const { version } = await loadMemberForAction(context, action);
  const terms = await listTerms(context, uid);
  const { term, replacement, membership } = decideReplacement(terms, reference, input);
  const entry = replacement
    ? auditEntryFor(context, action, 'correct-term', {
        type: replacement.type,
        startDate: replacement.startDate,
        endDate: replacement.endDate,
        typeBefore: term.type,
        startDateBefore: term.startDate,
        endDateBefore: term.endDate,
      })
    : auditEntryFor(context, action, 'void-term', {
        type: term.type,
        startDate: term.startDate,
        endDate: term.endDate,
      });
  const failed = await commitWithEntry(context, entry, [
    ...voidTermWrites(uid, term, entry, replacement),
    setMembershipWrite({ uid, version }, membership),
  ]);
  if (failed.length > 0) throw new DomainError('member-conflict');
  context.directory.invalidate();
}

function requireValidPeriod(input: TermInput): void {
  if (!isValidPeriod(input)) throw new DomainError('term-period-invalid');
}
