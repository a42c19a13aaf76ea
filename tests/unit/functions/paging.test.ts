import { describe, expect, it } from 'vitest';
import { everyPage, pageAfter } from '#shared/paging';

const list = () => {
  const requested: (string | undefined)[] = [];
  const pages = everyPage(async (from) => {
    requested.push(from);
    const number = Number(from ?? 1);
    return { number, ...(number < 3 && { next: String(number + 1) }) };
  });
  return { requested, pages };
};

it('every page of a list is read once', async () => {
  const { requested, pages } = list();
  const read: number[] = [];
  for await (const { number } of pages) read.push(number);
  expect(read).toEqual([1, 2, 3]);
  expect(requested).toEqual([undefined, '2', '3']);
});

it('no page is requested that nobody reads', async () => {
  const { requested, pages } = list();
  for await (const { number } of pages) if (number === 2) break;
  expect(requested).toEqual([undefined, '2']);
});

describe('a page of a list in memory', () => {
  const letters = ['c', 'a', 'e', 'b', 'd'];
  const itself = (letter: string) => letter;
  const pagesOf = (order: 'ascending' | 'descending') => {
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = pageAfter(letters, itself, { cursor, limit: 2, order });
      expect(page.total).toBe(5);
      pages.push(page.items);
      cursor = page.next;
    } while (cursor !== undefined);
    return pages;
  };

  it('follows the last item of the previous page, in the order of the keys', () => {
    expect(pagesOf('ascending')).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    expect(pagesOf('descending')).toEqual([['e', 'd'], ['c', 'b'], ['a']]);
  });

  it('begins at the right place after an item has left the list', () => {
    expect(pageAfter(['a', 'd'], itself, { cursor: 'b', limit: 2 }).items).toEqual(['d']);
    expect(pageAfter(['a', 'd'], itself, { cursor: 'z', limit: 2 })).toEqual({
      items: [],
      next: undefined,
      total: 2,
    });
  });

  it('has no next page at the end of the list', () =>
    expect(pageAfter(letters, itself, { cursor: 'c', limit: 2 }).next).toBeUndefined());
});
