import * as z from 'zod/mini';
import { type AuditEntry, actorName } from '../audit/audit.ts';
import type { WithTable } from '../platform/context.ts';
import { deleteRows, rowsWithPrefix } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { parseItem, type TableWrite } from '../platform/table/table.ts';
import { insert, put, remove } from '../platform/table/writes.ts';
import { Term, type VoidedTerm } from './term.ts';

const VoidedItem = z.object({ voidedAt: z.string(), voidedBy: z.string(), reason: z.string() });

/** A member's records, the latest end first. */
export async function listTerms(context: WithTable, uid: string): Promise<Term[]> {
  return Array.fromAsync(
    rowsWithPrefix(context.table, keyPrefixes.terms(uid), { latestFirst: true }),
    (row) => parseItem(Term, row),
  );
}

/** The latest end first. */
export async function listVoidedTerms(context: WithTable, uid: string): Promise<VoidedTerm[]> {
  return Array.fromAsync(
    rowsWithPrefix(context.table, keyPrefixes.voidedTerms(uid), { latestFirst: true }),
    (row) => ({ ...parseItem(Term, row), ...parseItem(VoidedItem, row) }),
  );
}

export async function deleteVoidedTerms(context: WithTable, uid: string): Promise<void> {
  await deleteRows(context.table, keyPrefixes.voidedTerms(uid));
}

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
