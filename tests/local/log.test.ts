import { existsSync } from 'node:fs';
import { readFile, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLog } from '../../infra/local/log.ts';
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
