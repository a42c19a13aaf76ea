import { expect, it } from 'vitest';
import { everyPage, pageAfter } from '#shared/paging';

it('every page of a list is read once, and none that nobody reads', async () => {
  const requested: (string | undefined)[] = [];
  const pages = () =>
    everyPage(async (from) => {
      requested.push(from);
      const number = Number(from ?? 1);
      return { number, ...(number < 3 && { next: String(number + 1) }) };
    });
  for await (const _ of pages());
  expect(requested.splice(0)).toEqual([undefined, '2', '3']);
  for await (const { number } of pages()) if (number === 2) break;
  expect(requested).toEqual([undefined, '2']);
});

it.each([
  ['ascending', undefined, ['a', 'b'], 'b'],
  ['ascending', 'd', ['e'], undefined],
  ['descending', 'd', ['c', 'b'], 'b'],
  // An item that has left the list.
  ['ascending', 'bb', ['c', 'd'], 'd'],
  ['ascending', 'z', [], undefined],
] as const)('a page of a list in memory, %s, after %s, is %j', (order, cursor, items, next) => {
  const letters = ['c', 'a', 'e', 'b', 'd'];
  const page = pageAfter(letters, (letter) => letter, { cursor, limit: 2, order });
  expect(page).toEqual({ items, next, total: 5 });
});
