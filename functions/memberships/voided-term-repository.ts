import * as z from 'zod/mini';
import { actorName } from '../audit/audit.ts';
import { entryWrites } from '../audit/repository.ts';
import { keyPrefixes, keys } from '../platform/table/keys.ts';
import { rowsBelow } from '../platform/table/reads.ts';
import { parseItem, type Table, transact } from '../platform/table/table.ts';
import { put, putNew, remove, set } from '../platform/table/writes.ts';
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
    const obstacles = await transact(
      table,
      [
        remove(table, keys.term(uid, term.endDate, term.id)),
        put(table, { ...keys.voidedTerm(uid, term.endDate, term.id, entry.id), ...term, ...voided }),
        ...(instead ? [putNew(table, { ...keys.term(uid, instead.endDate, instead.id), ...instead })] : []),
        // Whatever changes a member's terms raises the version.
        set(table, keys.member(uid), { activeUntil, version: version + 1 }, { version }),
        ...entryWrites(table, entry),
      ],
      entry.id,
    );
    return obstacles.length === 0;
  },
});
