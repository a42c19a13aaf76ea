import { expect, it } from 'vitest';
import { reserveSendSlots } from '../../../functions/limits/repository.ts';
import { freshTable } from '../../support/table/dynamo.ts';

const now = Date.parse('2026-03-02T08:00:00Z');

it('simultaneous workers together get the account’s rate', async () => {
  const context = { table: await freshTable() };
  const reserve = async (at: number) =>
    (await reserveSendSlots(context, 7, 14, new Date(at))).getTime() - now;
  const turns = Array.from({ length: 20 }, (_, turn) => turn * 500);
  const firsts = await Promise.all(turns.map(() => reserve(now)));
  expect(firsts.toSorted((a, b) => a - b)).toEqual(turns);
  // Unused rate is not saved for later.
  expect([await reserve(now + 60_000), await reserve(now + 60_000)]).toEqual([60_000, 60_500]);
});
