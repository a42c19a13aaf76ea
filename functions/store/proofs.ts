import * as z from 'zod/mini';
import type { ProofHolder, Proofs } from '../domain/membership/proof.ts';
import { fromItem, type Table, toItem } from './client.ts';
import { keys } from './keys.ts';
import { readRow } from './reads.ts';

const HolderItem: z.ZodMiniType<ProofHolder> = z.object({
  uid: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  state: z.enum(['active', 'disabled']),
  activeUntil: z.string(),
  proofVersion: z._default(z.number(), 0),
  proofIssuedAt: z._default(z.string(), ''),
});

/** The proof is two attributes of the member's row. */
export function dynamoProofs(table: Table): Proofs {
  return {
    async find(uid) {
      const item = await readRow(table, keys.member(uid));
      return item && fromItem(HolderItem, item);
    },

    async replace(uid, issuedAt) {
      const { Attributes = {} } = await table.call('UpdateItem', {
        Key: toItem(keys.member(uid)),
        UpdateExpression: 'SET proofIssuedAt = :issuedAt ADD proofVersion :one',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: toItem({ ':issuedAt': issuedAt, ':one': 1 }),
        ReturnValues: 'ALL_NEW',
      });
      return fromItem(HolderItem, Attributes);
    },
  };
}
