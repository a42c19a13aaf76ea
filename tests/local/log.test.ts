import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, rmdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLog } from '../../infra/local/log.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

function open(options: { maxBytes?: number } = {}) {
  const folder = temporaryFolder();
  const output: string[] = [];
  const log = openLog(folder, { ...options, say: (line) => output.push(line) });
  const file = join(folder, 'log.jsonl');
  return { folder, output, log, file, lines: async () => (await readFile(file, 'utf8')).split('\n') };
}

describe('the log', () => {
  it('has every event in order, readable for this user only', async () => {
    const { log, output, lines, file } = open();
    log.write('1');
    log.write('2');
    log.write('3');
    await log.close();
    expect(await lines()).toEqual(['1', '2', '3', '']);
    expect(output).toEqual([]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  // Linux's own full disk, which can be opened and accepts nothing.
  it.skipIf(!existsSync('/dev/full'))(
    'is interrupted by a full disk, which is reported once, and continues when there is space',
    async () => {
      const { log, output, lines, file } = open();
      await symlink('/dev/full', file);
      for (const line of ['1', '2', '3']) {
        log.write(line);
        await log.close();
      }
      expect(output).toEqual([
        `Can't write the log ${file}: the disk is full. Free some disk space. The server goes on; nothing is logged until then.`,
      ]);
      await rm(file);
      log.write('4');
      await log.close();
      log.write('5');
      await log.close();
      // On a line of its own, whatever was cut off before it.
      expect(await lines()).toEqual(['', '4', '5', '']);
      expect(output.slice(1)).toEqual([`The log is written again. 3 lines are missing in ${file}.`]);
    },
  );

  it('that cannot be opened stops nothing', async () => {
    const { log, output, lines, file } = open();
    await mkdir(file);
    log.write('1');
    await log.close();
    expect(output).toEqual([
      `Can't write the log ${file}: it is a folder. Move that folder away. The server goes on; nothing is logged until then.`,
    ]);
    await rmdir(file);
    log.write('2');
    await log.close();
    expect(await lines()).toEqual(['', '2', '']);
  });

  it('starts again at its size limit and keeps the earlier half', async () => {
    const { folder, log, lines } = open({ maxBytes: 10 });
    for (const line of ['a'.repeat(12), 'b', 'c'.repeat(12), 'd']) {
      log.write(line);
      await log.close();
    }
    expect(await lines()).toEqual(['d', '']);
    expect(await readFile(join(folder, 'log.earlier.jsonl'), 'utf8')).toBe(`b\n${'c'.repeat(12)}\n`);
  });
});
