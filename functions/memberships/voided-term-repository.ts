import * as z from 'zod/mini';
import { actorName } from '../audit/audit.ts';
import { entryWrites } from '../audit/repository.ts';
import { rowsBelow } from '../platform/table/reads.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { parseItem, type Table } from '../platform/table/table.ts';
import { insert, put, remove, update } from '../platform/table/writes.ts';
import { TermItem } from './repository.ts';
import type { VoidedTerm, VoidedTerms } from './voided-terms.ts';

const VoidedItem = z.object({ voidedAt: z.string(), voidedBy: z.string(), reason: z.string() });

export const dynamoVoidedTerms = (table: Table): VoidedTerms => ({
  async of(uid) {
    const rows = rowsBelow(table, keyPrefixes.voidedTerms(uid), { latestFirst: true });
    const terms: VoidedTerm[] = [];
    for await (const row of rows) terms.push({ ...parseItem(TermItem, row), ...parseItem(VoidedItem, row) });
    return terms;
  },

  async add({ uid, version, term, instead, activeUntil, entry }) {
    const voided = { voidedAt: entry.at, voidedBy: actorName(entry.actor), reason: entry.reason };
    const obstacles = await table.commit(
      [
        remove('term', keys.term(uid, term.endDate, term.id)),
        put('voided-term', { ...keys.voidedTerm(uid, term.endDate, term.id, entry.id), ...term, ...voided }),
        ...(instead ? [insert('term', { ...keys.term(uid, instead.endDate, instead.id), ...instead })] : []),
        // Whatever changes a member's terms raises the version.
        update('member', keys.member(uid), { activeUntil, version: version + 1 }, { version }),
        ...entryWrites(entry),
      ],
      entry.id,
    );
    return obstacles.length === 0;
  },
});
