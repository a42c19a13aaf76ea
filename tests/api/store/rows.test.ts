import { beforeEach, expect, it } from 'vitest';
import { readRows, writeRows } from '../../../functions/platform/table/rows.ts';
import { openTable, type Table } from '../../../functions/platform/table/table.ts';
import { between } from '../../support/between.ts';
import { allRows, freshTable } from '../../support/table/dynamo.ts';

let table: Table;
let calls: string[];
beforeEach(async () => {
  table = await freshTable();
  calls = [];
  const { call } = table;
  table.call = (name, input) => {
    calls.push(name);
    return call(name, input);
  };
});

const key = (n: number) => ({ pk: `TEAPOT#${n}`, sk: 'LID' });
const numbersOf = (rows: Awaited<ReturnType<typeof readRows>>) => rows.map((row) => row?.['n']);

it('rows are read in the requested order, including missing ones', async () => {
  await writeRows(
    table,
    [1, 2, 3].map((n) => ({ ...key(n), n })),
  );
  expect(numbersOf(await readRows(table, [key(3), key(9), key(1), key(3)]))).toEqual([3, undefined, 1, 3]);
});

it('a key that is too long for DynamoDB has no row, and does not fail the others', async () => {
  await writeRows(table, [{ ...key(1), n: 1 }]);
  const tooLong = [
    { pk: 'é'.repeat(1025), sk: 'LID' },
    { pk: 'TEAPOT', sk: 'é'.repeat(513) },
  ];
  expect(numbersOf(await readRows(table, [...tooLong, key(1)]))).toEqual([undefined, undefined, 1]);
  expect(await readRows(table, tooLong)).toEqual([undefined, undefined]);
});

it('requests of one turn are batched, and each gets its own rows', async () => {
  await Promise.all([1, 2].map((n) => writeRows(table, [{ ...key(n), n }], [key(n + 10)])));
  const requested = [[1], [2], [1, 2], [3]].map((numbers) => readRows(table, numbers.map(key)));
  const read = (await Promise.all(requested)).map(numbersOf);
  expect(read).toEqual([[1], [2], [1, 2], [undefined]]);
  expect(calls).toEqual(['BatchWriteItem', 'BatchGetItem']);
});

it('a read sees every write that was acknowledged before', async () => {
  for (let n = 0; n < 20; n += 1) {
    await writeRows(table, [{ ...key(1), n }]);
    expect(numbersOf(await readRows(table, [key(1)]))).toEqual([n]);
  }
});

it('of two writes to one row in one turn, the last one counts', async () => {
  await Promise.all([
    writeRows(table, [{ ...key(1), n: 1 }]),
    writeRows(table, [
      { ...key(1), n: 2 },
      { ...key(2), n: 3 },
    ]),
    writeRows(table, [], [key(2)]),
  ]);
  expect(await allRows(table)).toEqual([{ ...key(1), n: 2 }]);
});

it('rows are written in as few calls as DynamoDB allows', async () => {
  const numbers = Array.from({ length: 110 }, (_, n) => n);
  await Promise.all(numbers.map((n) => writeRows(table, [{ ...key(n), n }])));
  const rows = await Promise.all(numbers.map((n) => readRows(table, [key(n)])));
  expect(rows.flatMap(numbersOf)).toEqual(numbers);
  expect(calls).toEqual([...Array(5).fill('BatchWriteItem'), ...Array(2).fill('BatchGetItem')]);
});

it('rows that a busy table returns are requested again', async () => {
  const bodies: string[] = [];
  const endpoint = await between(async ({ body, pass, response }) => {
    bodies.push(body);
    const { RequestItems } = JSON.parse(body);
    if (bodies.length === 1) response.end(JSON.stringify({ UnprocessedItems: RequestItems }));
    else if (bodies.length === 3) response.end(JSON.stringify({ UnprocessedKeys: RequestItems }));
    else (await pass())();
  });
  const busy = openTable(table.name, { endpoint });
  await writeRows(busy, [{ ...key(1), n: 1 }]);
  expect(numbersOf(await readRows(busy, [key(1)]))).toEqual([1]);
  expect(bodies).toHaveLength(4);
  expect(bodies.map((body) => bodies.indexOf(body))).toEqual([0, 0, 2, 2]);
});

it('rows that a table keeps returning are an error', async () => {
  const endpoint = await between(async ({ body, response }) => {
    response.end(JSON.stringify({ UnprocessedItems: JSON.parse(body).RequestItems }));
  });
  const busy = openTable(table.name, { endpoint });
  await expect(writeRows(busy, [key(1)])).rejects.toThrow('too busy for 1 rows');
});
