import { expect, it } from 'vitest';
import { formatCsv, parseCsv } from '#shared/csv';

it.each([
  '=1+1',
  '+852 1234',
  '-1',
  '@SUM(A1)',
  '\t=1',
  ' =1',
  '＝1+1',
  '＠SUM(A1)',
  '\u200b=1',
  '=HYPERLINK("https://evil.example","Click")',
])('the cell %j is never a formula, and is read as it was before', async (cell) => {
  const text = await formatCsv([{ Name: cell }]);
  const [, line] = text.split(/\r\n(?=")/);
  expect(line?.startsWith(`"'`)).toBe(true);
  expect((await parseCsv(text)).rows[0]?.cells[0]).toBe(cell);
});

it.each(['Teapot', 'O’Bunny', '', 'two\nlines', '"quoted"', '李', "'t Hooft", "'"])(
  'the cell %j is read as it was written',
  async (cell) => {
    const text = await formatCsv([{ Name: cell, Other: 'x' }]);
    expect((await parseCsv(text)).rows[0]?.cells[0]).toBe(cell);
  },
);
