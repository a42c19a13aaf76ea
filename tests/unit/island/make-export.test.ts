import { beforeEach, expect, it } from 'vitest';
import { makeExport } from '../../../account-island/features/admin-members/export-dialog.tsx';
import { stubBrowser, stubServer } from './browser.ts';

beforeEach(() => {
  stubBrowser();
});

const part = (members: number, next?: string) => ({
  json: {
    code: 1,
    msg: 'OK',
    data: { fileName: 'members-2026-03-02.csv', url: `https://files.example/${members}`, members, next },
  },
});

it('an export of several calls has the link of the last one and the members of all', async () => {
  const cursor = (address: string) => `${'ab'.repeat(16)}/members-2026-03-02.csv#${address}`;
  const [first, second] = [cursor('ada@example.org'), cursor('grace@example.org')];
  const received = stubServer(part(600, first), part(500, second), part(40));
  const input = { search: 'bunny', columns: ['email' as const] };
  expect(await makeExport(input)).toEqual({
    fileName: 'members-2026-03-02.csv',
    url: 'https://files.example/40',
    members: 1140,
  });
  expect(received.map(({ body }) => body)).toEqual([
    input,
    { ...input, cursor: first },
    { ...input, cursor: second },
  ]);
});
