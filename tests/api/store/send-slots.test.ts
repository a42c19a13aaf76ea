import { expect, it } from 'vitest';
import { limitsRepository } from '../../../functions/limits/repository.ts';
import { freshTable } from '../../support/table/dynamo.ts';

const now = new Date('2026-03-02T08:00:00Z');
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);

it('simultaneous workers together get the account’s rate', async () => {
  const limits = limitsRepository(await freshTable());
  const firsts = await Promise.all(Array.from({ length: 20 }, () => limits.reserveSendSlots(7, 14, now)));
  expect(firsts.map((first) => first.getTime()).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, turn) => later(turn * 500).getTime()),
  );
});

it('unused rate is not saved for later', async () => {
  const limits = limitsRepository(await freshTable());
  await limits.reserveSendSlots(7, 14, now);
  expect(await limits.reserveSendSlots(7, 14, later(60_000))).toEqual(later(60_000));
  expect(await limits.reserveSendSlots(1, 14, later(60_000))).toEqual(later(60_500));
});
