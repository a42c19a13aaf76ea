import { expect, it } from 'vitest';
import { pageAfter } from '#shared/paging';

it.each([
  ['ascending', undefined, ['a', 'b'], 'b'],
  ['descending', 'd', ['c', 'b'], 'b'],
  // An item that has left the list.
  ['ascending', 'bb', ['c', 'd'], 'd'],
  ['ascending', 'z', [], undefined],
] as const)('a page of a list in memory, %s, after %s, is %j', (order, cursor, items, next) => {
  const letters = ['c', 'a', 'e', 'b', 'd'];
  const page = pageAfter(letters, (letter) => letter, { cursor, limit: 2, order });
  expect(page).toEqual({ items, next, total: 5 });
});
