import type { ImportJob } from '#contract/imports';

/** An import of 600 members that has not begun. */
export const checkedImport: ImportJob = {
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
