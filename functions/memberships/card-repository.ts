import * as z from 'zod/mini';
import { MEMBER_STATES } from '#shared/choices';
import { readRow } from '../platform/table/reads.ts';
import { keys } from '../platform/table/schema.ts';
import { parseItem, type Table } from '../platform/table/table.ts';
import type { TableWrite } from '../platform/table/writes.ts';
import { insert, remove, update } from '../platform/table/writes.ts';
import type { ProofHolder, Proofs } from './membership-card.ts';

const HolderItem: z.ZodMiniType<ProofHolder> = z.object({
  uid: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  nameChangedAt: z._default(z.string(), ''),
  state: z.enum(MEMBER_STATES),
  activeUntil: z.string(),
  version: z.number(),
  cardId: z._default(z.string(), ''),
  cardIssuedAt: z._default(z.string(), ''),
});

const CardItem = z.object({ uid: z.string() });

/** The member's row holds the id of the card; a row under the id leads back to the member. */
export function dynamoProofs(table: Table): Proofs {
  const find: Proofs['find'] = async (uid) => {
    const item = await readRow(table, keys.member(uid));
    return item && parseItem(HolderItem, item);
  };

  return {
    find,

    async findByCard(cardId) {
      const item = await readRow(table, keys.card(cardId));
      const holder = item && (await find(parseItem(CardItem, item).uid));
      return holder?.cardId === cardId ? holder : undefined;
    },

    async replace({ uid, version, cardId }, card) {
      const obstacles = await table.commit([
        update('member', keys.member(uid), { ...card, version: version + 1 }, { version }),
        ...(cardId === '' ? [] : [remove('card', keys.card(cardId))]),
        ...(card.cardId === '' ? [] : [insert('card', { ...keys.card(card.cardId), uid })]),
      ]);
      return obstacles.length === 0;
    },
  };
}

/** Removes a member's card. Belongs into the transaction that removes the member on condition of the version read before. */
export async function cardRemovals(table: Table, uid: string): Promise<TableWrite[]> {
  const holder = await dynamoProofs(table).find(uid);
  return holder && holder.cardId !== '' ? [remove('card', keys.card(holder.cardId))] : [];
}
