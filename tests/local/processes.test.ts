import { expect, it, onTestFinished } from 'vitest';
import { startChild } from '../../infra/local/processes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { processesOf } from './started.ts';

it('a command that is stopped while it starts has ended when the stop has', async () => {
  const folder = temporaryFolder();
  const child = startChild(process.execPath, ['--eval', 'setInterval(() => {}, 1000)', folder], {
    output: 'pipe',
  });
  onTestFinished(() => {
    for (const { processId } of processesOf(folder)) process.kill(processId, 'SIGKILL');
  });
  await child.stop();
  expect(processesOf(folder)).toEqual([]);
});
