import * as z from 'zod/mini';
import { SUPPRESSION_REASONS } from '#shared/choices';
import { canonicalize } from '#shared/text';
import { entryWrites } from '../../audit/repository.ts';
import { keys } from '../../platform/table/schema.ts';
import { itemKey, parseItem, type Table } from '../../platform/table/table.ts';
import { insertIfAbsent, remove } from '../../platform/table/writes.ts';
import type { Suppression, Suppressions } from './suppression.ts';

const SuppressionItem: z.ZodMiniType<Suppression> = z.object({
  address: z.string(),
  reason: z.enum(SUPPRESSION_REASONS),
  suppressedAt: z.string(),
  detail: z.string(),
  softBounces: z.optional(z.number()),
});

export function suppressionsRepository(table: Table): Suppressions {
  return {
    removeWrite: (canonicalEmail) => remove('suppression', keys.suppression(canonicalEmail)),

    async hold(suppression) {
      await insertIfAbsent(table, { ...keys.suppression(canonicalize(suppression.address)), ...suppression });
    },

    async list(prefix, limit, cursor) {
      const { pk } = keys.suppression('');
      const { Items = [], LastEvaluatedKey } = await table.call('Query', {
        KeyConditionExpression: prefix === '' ? 'pk = :pk' : 'pk = :pk AND sk BETWEEN :first AND :last',
        ExpressionAttributeValues: {
          ':pk': pk,
          ...(prefix !== '' && {
            ':first': canonicalize(prefix),
            ':last': `${canonicalize(prefix)}\u{10ffff}`,
          }),
        },
        Limit: limit,
        ...(cursor !== undefined && { ExclusiveStartKey: keys.suppression(cursor) }),
      });
      const items = Items.map((item) => parseItem(SuppressionItem, item));
      return { items, ...(LastEvaluatedKey && { next: itemKey(LastEvaluatedKey).sk }) };
    },

    async lift(address, entry) {
      const key = keys.suppression(address);
      const obstacles = await table.commit([
        remove('suppression', key, { sk: key.sk }),
        ...entryWrites(entry),
      ]);
      return obstacles.length === 0;
    },
  };
}
