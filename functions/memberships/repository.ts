import { type AuditEntry, actorName } from '../audit/audit.ts';
import type { WithTable } from '../platform/context.ts';
import { listRows } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import type { TableWrite } from '../platform/table/table.ts';
import { insert, put, remove } from '../platform/table/writes.ts';
import { Term, VoidedTerm } from './term.ts';

/** A member's records, the latest end first. */
export const listTerms = ({ table }: WithTable, uid: string): Promise<Term[]> =>
  listRows(table, keyPrefixes.terms(uid), Term, { latestFirst: true });

/** The latest end first. */
export const listVoidedTerms = ({ table }: WithTable, uid: string): Promise<VoidedTerm[]> =>
  listRows(table, keyPrefixes.voidedTerms(uid), VoidedTerm, { latestFirst: true });

/** A new record of this member. Label `term`. */
export const insertTermWrite = (uid: string, term: Term): TableWrite =>
  insert('term', { ...keys.term(uid, term.endDate, term.id), ...term });

/** Turns the record into a voided one; `replacement` takes its place. Labels `term`, `voided-term`, `replacement`. */
export function voidTermWrites(
  uid: string,
  term: Term,
  { id, at, actor, reason }: AuditEntry,
  replacement?: Term,
): TableWrite[] {
  const voided: VoidedTerm = { ...term, voidedAt: at, voidedBy: actorName(actor), reason };
  return [
    remove('term', keys.term(uid, term.endDate, term.id)),
    put('voided-term', { ...keys.voidedTerm(uid, term.endDate, term.id, id), ...voided }),
    ...(replacement
      ? [insert('replacement', { ...keys.term(uid, replacement.endDate, replacement.id), ...replacement })]
      : []),
  ];
}
