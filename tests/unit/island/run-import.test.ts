import { expect, it } from 'vitest';
import type { ImportJob } from '#contract/imports';
import { runImport } from '../../../account-island/features/admin-members/run-import.ts';
import { stubBrowser, stubServer } from './browser.ts';

const checked: ImportJob = {
  id: 'ab'.repeat(12),
  kind: 'members',
  fileName: 'list.csv',
  state: 'checked',
  total: 600,
  done: 0,
  added: 0,
  updated: 0,
  skipped: 0,
  leftOut: 0,
  invitees: 0,
  inviteesDone: 0,
  invited: 0,
  at: '2026-10-02T01:00:00.000Z',
  by: 'teapot',
};
const applying: ImportJob = { ...checked, state: 'applying', done: 500, added: 500 };
const done: ImportJob = { ...checked, state: 'done', done: 600, added: 600 };

it('an import whose last reply is lost is finished', async () => {
  stubBrowser();
  const reply = (data: object) => ({ json: { code: 1, msg: 'OK', data } });
  stubServer(reply({ job: applying }), new TypeError('Failed to fetch'), reply({ items: [done] }));
  const shown: ImportJob[] = [];
  await runImport(checked, (job) => shown.push(job));
  expect(shown.at(-1)).toEqual(done);
});
