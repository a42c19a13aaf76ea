import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** Processor time, which other programs on a busy machine do not lengthen much. */
const LIMIT_MS = 3000;
const SAY_CPU_TIME =
  'data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();console.error("CPU",(user+system)/1000)})';

it(`the content check takes less than ${LIMIT_MS / 1000} s`, () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', SAY_CPU_TIME, 'site/lib/check/content-check.ts'],
    { cwd: root, encoding: 'utf8' },
  );
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^Mistakes: 0\. Gaps: \d+ in \d+ files/m)]);
  expect(Number(/^CPU ([\d.]+)$/m.exec(stderr)?.[1])).toBeLessThan(LIMIT_MS);
});
