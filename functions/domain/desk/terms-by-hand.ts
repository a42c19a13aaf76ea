import type { MembershipType } from '#shared/choices';
import { hongKongDate } from '#shared/hong-kong';
import { grantTerm } from '../membership/grant-term.ts';
import { isPeriod, type Period, type Term, termReference } from '../membership/term.ts';
import { Refusal } from '../refusal.ts';
import { type Deed, type DeskNeeds, entryOf, memberOf } from './deed.ts';

export interface TermWish extends Period {
  type: MembershipType;
}

const told = ({ type, startDate, endDate }: TermWish) => ({ type, startDate, endDate });

/** Gives a term that nobody paid, once; refuses with `term-period-invalid`. */
export async function grantByHand(
  needs: DeskNeeds,
  deed: Deed,
  wish: TermWish,
): Promise<'granted' | 'already'> {
  if (!isPeriod(wish)) throw new Refusal('term-period-invalid');
  await memberOf(needs, deed);
  const entry = entryOf(needs, deed, 'grant-term', told(wish));
  const result = await grantTerm(needs, { ...wish, uid: deed.uid }, entry);
  if (result === 'unknown-member') throw new Refusal('member-not-found');
  needs.directory.forget();
  return result;
}

/** Takes a record out of the member's terms; it stays to be seen, with the reason. */
export const voidTerm = (needs: DeskNeeds, deed: Deed, reference: string): Promise<void> =>
  takeOut(needs, deed, reference);

/** Puts a record that is right in the place of one that is wrong: a void and a new record in one step. */
export async function correctTerm(
  needs: DeskNeeds,
  deed: Deed,
  reference: string,
  wish: TermWish,
): Promise<void> {
  if (!isPeriod(wish)) throw new Refusal('term-period-invalid');
  await takeOut(needs, deed, reference, wish);
}

async function takeOut(needs: DeskNeeds, deed: Deed, reference: string, wish?: TermWish): Promise<void> {
  const { uid } = deed;
  const { version } = await memberOf(needs, deed);
  const terms = await needs.terms.of(uid);
  const term = terms.find((each) => termReference(each) === reference);
  if (!term) throw new Refusal('term-not-found');
  const others = terms.filter((each) => each !== term);
  const instead = wish && { ...term, ...told(wish), id: nextId(term.id), expireDate: wish.endDate };
  if (instead && others.some((each) => termReference(each) === termReference(instead))) {
    throw new Refusal('term-exists');
  }
  const activeUntil = lastEnd(instead ? [...others, instead] : others);
  const entry = instead
    ? entryOf(needs, deed, 'correct-term', {
        ...told(instead),
        typeBefore: term.type,
        startDateBefore: term.startDate,
        endDateBefore: term.endDate,
      })
    : entryOf(needs, deed, 'void-term', told(term));
  if (!(await needs.voidedTerms.add({ uid, version, term, instead, activeUntil, entry }))) {
    throw new Refusal('member-conflict');
  }
  needs.directory.forget();
}

const lastEnd = (terms: readonly Term[]): string =>
  terms
    .map(({ endDate }) => endDate)
    .sort()
    .at(-1) ?? '';

/** A correction of a payment's record keeps the payment's id, with a count: `pi_1`, `pi_1.2`, `pi_1.3`. */
const nextId = (id: string): string => {
  const [, base = id, count = '1'] = /^(.*)\.(\d+)$/.exec(id) ?? [];
  return `${base}.${Number(count) + 1}`;
};

export const paymentIdOf = ({ id }: Term): string => id.replace(/\.\d+$/, '');

/** Refuses with `date-in-future` what lies after today in Hong Kong. */
export function refuseDateAhead(date: string, now: Date): void {
  if (date > hongKongDate(now)) throw new Refusal('date-in-future');
}
