import { expect, it } from 'vitest';
import { everyPage } from '#shared/paging';

const list = () => {
  const asked: (string | undefined)[] = [];
  const pages = everyPage(async (from) => {
    asked.push(from);
    const number = Number(from ?? 1);
    return { number, ...(number < 3 && { next: String(number + 1) }) };
  });
  return { asked, pages };
};

it('comes to the end of a list, each page once', async () => {
  const { asked, pages } = list();
  const read: number[] = [];
  for await (const { number } of pages) read.push(number);
  expect(read).toEqual([1, 2, 3]);
  expect(asked).toEqual([undefined, '2', '3']);
});

it('asks for no page that nobody reads', async () => {
  const { asked, pages } = list();
  for await (const { number } of pages) if (number === 2) break;
  expect(asked).toEqual([undefined, '2']);
});
