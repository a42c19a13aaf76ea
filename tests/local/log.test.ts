import { existsSync } from 'node:fs';
import { readFile, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLog, openTerminal } from '../../infra/local/log.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// Linux's own full disk, which can be opened and accepts nothing.
it.skipIf(!existsSync('/dev/full'))(
  'the log is interrupted by a full disk, which is reported once, and continues in order, for this user only, when there is space',
  async () => {
    const output: string[] = [];
    const folder = temporaryFolder();
    const write = openLog(folder, (line) => output.push(line));
    const file = join(folder, 'log.jsonl');
    await symlink('/dev/full', file);
    for (const line of ['1', '2', '3']) write(line);
    expect(output).toEqual([
      `Can't write the log ${file}: the disk is full. Free some disk space. The server goes on; nothing is logged until then.`,
    ]);
    await rm(file);
    for (const line of ['4', '5']) write(line);
    // On a line of its own, whatever was cut off before it.
    expect(await readFile(file, 'utf8')).toBe('\n4\n5\n');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(output.slice(1)).toEqual([`The log is written again. 3 lines are missing in ${file}.`]);
  },
);

const call = { level: 'error', requestId: 'abc', method: 'POST', path: '/api/auth/login' } as const;
const cause = new Error('Not done within 8000 ms', {
  cause: new Error('NoReply: 127.0.0.1\n  gave no reply'),
});
const line =
  '500 POST /api/auth/login: Not done within 8000 ms; NoReply: 127.0.0.1 gave no reply (request abc)';

it('prints an error in one line, with its cause and the request, once a minute', () => {
  const lines: string[] = [];
  let now = new Date(2026, 2, 2, 8, 0, 0);
  const tell = openTerminal(
    (printed) => lines.push(printed),
    () => now,
  );
  for (let count = 0; count < 6; count += 1) {
    tell({ ...call, event: 'unexpected-error', cause });
    tell({ ...call, event: 'request', status: 500 });
    now = new Date(now.getTime() + 12_000);
  }
  expect(lines).toEqual([`08:00:00  ${line}`, `08:01:00  ${line}`]);
});
