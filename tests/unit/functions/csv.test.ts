import { expect, it } from 'vitest';
import { formatCsv, parseCsv } from '#shared/csv';

it.each([
  '=HYPERLINK("https://evil.example","Click")',
  '+852 1234',
  '-1',
  '@SUM(A1)',
  '\t=1',
  ' =1',
  '＝1+1',
  '\u200b=1',
])('the cell %j is never a formula, and is read as it was before', async (cell) => {
  const text = await formatCsv([{ Name: cell }]);
  const [, line] = text.split(/\r\n(?=")/);
  expect(line?.startsWith(`"'`)).toBe(true);
  expect((await parseCsv(text)).rows[0]?.cells[0]).toBe(cell);
});

it.each(['a;=1+1;', 'a\t+852', 'a;b;\r\n@SUM(A1)'])(
  'no part of the cell %j is a formula where a spreadsheet splits at semicolons',
  async (cell) => {
    const text = await formatCsv([{ Name: 'x', Other: cell }]);
    for (const part of text.split(/[;\t\r\n]/)) expect(part).not.toMatch(/^\s*[=+@]/);
    expect((await parseCsv(text)).rows[0]?.cells[1]).toBe(cell);
  },
);

it.each([
  ['semicolons, with more commas in a quoted heading', '"a (x, y, z)";b\n1;2'],
  ['semicolons, with a line break in a quoted heading', '"a\r\nx";b\r\n1;2\r\n'],
  ['the separator that its first line names', 'sep=;\r\na;b\r\n1;2\r\n'],
])('a file separated by %s is read in columns', async (_what, text) => {
  const { columns, rows, errors } = await parseCsv(text);
  expect(columns[0]).toMatch(/^a/);
  expect(rows).toEqual([{ row: 2, cells: ['1', '2'] }]);
  expect(errors).toEqual([]);
});

it.each([
  ['="0085223456789"', '0085223456789'],
  [' ="00100 Nairobi" ', '00100 Nairobi'],
  ['="a ""b"""', 'a "b"'],
  ['=1+1', '=1+1'],
])('the cell %j, which keeps its zeros in Excel, is read as %j', async (cell, text) => {
  const { rows } = await parseCsv(`a\n"${cell.replaceAll('"', '""')}"`);
  expect(rows[0]?.cells[0]).toBe(text);
});
