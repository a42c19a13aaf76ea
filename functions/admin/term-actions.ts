import type { MembershipType } from '#shared/choices';
import { hongKongDate } from '#shared/hong-kong';
import { type AdminAction, auditEntryFor } from '../audit/audit.ts';
import { loadMemberForAction } from '../members/members.ts';
import { grantTerm } from '../memberships/change-terms.ts';
import { isValidPeriod, type Period, type Term, termReference } from '../memberships/term.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { DeskDeps } from './admin-action.ts';

export interface TermWish extends Period {
  type: MembershipType;
}

const ok = ({ type, startDate, endDate }: TermWish) => ({ type, startDate, endDate });

/** Gives a term that nobody paid, once; refuses with `term-period-invalid`. */
export async function grantTermManually(
  deps: DeskDeps,
  deed: AdminAction,
  wish: TermWish,
): Promise<'granted' | 'already'> {
  if (!isValidPeriod(wish)) throw new DomainError('term-period-invalid');
  await loadMemberForAction(deps, deed);
  const entry = auditEntryFor(deps, deed, 'grant-term', ok(wish));
  const result = await grantTerm(deps, { ...wish, uid: deed.uid }, entry);
  if (result === 'unknown-member') throw new DomainError('member-not-found');
  deps.directory.invalidate();
  return result;
}

/** Takes a record out of the member's terms; it stays to be seen, with the reason. */
export const voidTerm = (deps: DeskDeps, deed: AdminAction, reference: string): Promise<void> =>
  replaceOrVoidTerm(deps, deed, reference);

/** Puts a record that is right in the place of one that is wrong: a void and a new record in one step. */
export async function correctTerm(
  deps: DeskDeps,
  deed: AdminAction,
  reference: string,
  wish: TermWish,
): Promise<void> {
  if (!isValidPeriod(wish)) throw new DomainError('term-period-invalid');
  await replaceOrVoidTerm(deps, deed, reference, wish);
}

async function replaceOrVoidTerm(
  deps: DeskDeps,
  deed: AdminAction,
  reference: string,
  wish?: TermWish,
): Promise<void> {
  const { uid } = deed;
  const { version } = await loadMemberForAction(deps, deed);
  const terms = await deps.terms.of(uid);
  const term = terms.find((each) => termReference(each) === reference);
  if (!term) throw new DomainError('term-not-found');
  const others = terms.filter((each) => each !== term);
  const instead = wish && { ...term, ...ok(wish), id: nextCorrectionId(term.id), expireDate: wish.endDate };
  if (instead && others.some((each) => termReference(each) === termReference(instead))) {
    throw new DomainError('term-exists');
  }
  const activeUntil = lastEnd(instead ? [...others, instead] : others);
  const entry = instead
    ? auditEntryFor(deps, deed, 'correct-term', {
        ...ok(instead),
        typeBefore: term.type,
        startDateBefore: term.startDate,
        endDateBefore: term.endDate,
      })
    : auditEntryFor(deps, deed, 'void-term', ok(term));
  if (!(await deps.voidedTerms.add({ uid, version, term, instead, activeUntil, entry }))) {
    throw new DomainError('member-conflict');
  }
  deps.directory.invalidate();
}

const lastEnd = (terms: readonly Term[]): string =>
  terms
    .map(({ endDate }) => endDate)
    .sort()
    .at(-1) ?? '';

/** A correction of a payment's record keeps the payment's id, with a count: `pi_1`, `pi_1.2`, `pi_1.3`. */
const nextCorrectionId = (id: string): string => {
  const [, base = id, count = '1'] = /^(.*)\.(\d+)$/.exec(id) ?? [];
  return `${base}.${Number(count) + 1}`;
};

export const paymentIdFromTerm = ({ id }: Term): string => id.replace(/\.\d+$/, '');

/** Refuses with `date-in-future` what lies after today in Hong Kong. */
export function requirePastDate(date: string, now: Date): void {
  if (date > hongKongDate(now)) throw new DomainError('date-in-future');
}
