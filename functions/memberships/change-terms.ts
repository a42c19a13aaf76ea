import { membershipTypeNames } from '#shared/choices';
import { formatLongDate, hongKongDate } from '#shared/hong-kong';
import { type AdminAction, auditEntryFor } from '../audit/audit.ts';
import { auditEntryWrites, commitWithEntry } from '../audit/repository.ts';
import { loadMemberForAction } from '../members/repository.ts';
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

const detailsOf = ({ type, startDate, endDate }: TermInput) => ({ type, startDate, endDate });

/** A term without a payment. The same type and end date make the same record. */
const grantedTerm = ({ type, startDate, endDate }: TermInput, now: Date): Term => ({
  id: `granted-${type}`,
  type,
  accessMethod: 'granted',
  transactionDate: hongKongDate(now),
  receiptUrl: '',
  receiptNumber: '',
  startDate,
  endDate,
  expireDate: endDate,
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
  context: ChangeContext,
  action: AdminAction,
  input: TermInput,
): Promise<'granted' | 'exists'> {
  const { uid } = action;
  requireValidPeriod(input);
  let member = await loadMemberForAction(context, action);
  const entry = auditEntryFor(context, action, 'grant-term', detailsOf(input));
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const terms = await listTerms(context, uid);
    if (terms.some((term) => isSameTerm(term, input))) return 'exists';
    const term = grantedTerm(input, context.now());
    requireNoRecord(terms, term);
    const failed = await context.table.commit([
      insertTermWrite(uid, term),
      setMembershipWrite(member, extendedBy(member, term)),
      ...auditEntryWrites(entry),
    ]);
    if (failed.length === 0) return 'granted';
    // The member, or the terms, were changed in between.
    member = await loadMemberForAction(context, { uid });
  }
  throw new Error(`Member ${uid}: the member changed under ${MAX_ATTEMPTS} attempts to grant a term`);
}

/**
 * Voids a record, which stays visible with the reason; with `input`, adds the right one in the same step.
 * @throws `term-not-found`, `member-not-found`, `member-conflict`, and with `input` what `grantTerm` does, or `term-exists`
 */
export async function replaceTerm(
  context: ChangeContext,
  action: AdminAction,
  reference: string,
  input?: TermInput,
): Promise<void> {
  if (input) requireValidPeriod(input);
  const { uid } = action;
  const { version } = await loadMemberForAction(context, action);
  const terms = await listTerms(context, uid);
  const term = terms.find((each) => termReference(each) === reference);
  if (!term) throw new DomainError('term-not-found');
  const others = terms.filter((each) => each !== term);
  const replacement = input && {
    ...term,
    ...detailsOf(input),
    id: nextCorrectionId(term.id),
    expireDate: input.endDate,
  };
  if (replacement) requireNoRecord(others, replacement);
  const entry = replacement
    ? auditEntryFor(context, action, 'correct-term', {
        ...detailsOf(replacement),
        typeBefore: term.type,
        startDateBefore: term.startDate,
        endDateBefore: term.endDate,
      })
    : auditEntryFor(context, action, 'void-term', detailsOf(term));
  const failed = await commitWithEntry(context, entry, [
    ...voidTermWrites(uid, term, entry, replacement),
    setMembershipWrite({ uid, version }, membershipOf(replacement ? [...others, replacement] : others)),
  ]);
  if (failed.length > 0) throw new DomainError('member-conflict');
}

function requireValidPeriod(input: TermInput): void {
  if (!isValidPeriod(input)) throw new DomainError('term-period-invalid');
}
