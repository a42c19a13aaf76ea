import * as z from 'zod/mini';
import { type AuditEntry, actorName } from '../audit/audit.ts';
import { deleteRows, rowsWithPrefix } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import type { TableWrite } from '../platform/table/table.ts';
import { parseItem, type Table } from '../platform/table/table.ts';
import { insert, put, remove } from '../platform/table/writes.ts';
import { Term, type VoidedTerm } from './term.ts';

const VoidedItem = z.object({ voidedAt: z.string(), voidedBy: z.string(), reason: z.string() });

export type Terms = ReturnType<typeof termsRepository>;

export const termsRepository = (table: Table) => ({
  /** A member's records, the latest end first. */
  async listTerms(uid: string): Promise<Term[]> {
    return Array.fromAsync(rowsWithPrefix(table, keyPrefixes.terms(uid), { latestFirst: true }), (row) =>
      parseItem(Term, row),
    );
  },

  /** The latest end first. */
  async listVoidedTerms(uid: string): Promise<VoidedTerm[]> {
    return Array.fromAsync(
      rowsWithPrefix(table, keyPrefixes.voidedTerms(uid), { latestFirst: true }),
      (row) => ({ ...parseItem(Term, row), ...parseItem(VoidedItem, row) }),
    );
  },

  async deleteVoidedTerms(uid: string): Promise<void> {
    await deleteRows(table, keyPrefixes.voidedTerms(uid));
  },

  /** A new record of this member. Label `term`. */
  insertWrite: (uid: string, term: Term): TableWrite =>
    insert('term', { ...keys.term(uid, term.endDate, term.id), ...term }),

  /** Turns the record into a voided one; `replacement` takes its place. Labels `term`, `voided-term`, `replacement`. */
  voidWrites(
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
  },
});
