import type { ImportJob, ImportReport } from '#contract/imports';
import { formatCount, plural } from './format.ts';

export const importKinds = { members: 'Members', attendance: 'Conference attendance' };

export const importMessages = {
  fileHint: 'CSV file in UTF-8, separated by commas, semicolons or tabs. Up to 10,000 rows.',
  notUtf8: 'This file isn\'t in UTF-8. Save it as "CSV UTF-8" and select it again.',
  tooLarge: 'The file is too large. An import can have at most 10,000 rows.',
  interrupted: 'The import was interrupted. Rows already imported are kept. Select Resume to continue.',
  cancelled: 'Import cancelled. Rows already imported stay.',
  cancelTitle: 'Cancel import',
  cancelText:
    "Rows already imported stay. The other rows won't be imported. You can import the same file again later.",
  loading: 'Loading imports',
  none: 'No imports yet',
} as const;

export const importsTotal = { one: '1 import', other: '{n} imports' } as const;

/** The result of a check in one line. */
export function reportSummary({ rows, errorCount, skippedCount }: ImportReport): string {
  const checked = plural(rows, '1 row checked.', '{n} rows checked.');
  const counts = `Need correction: ${formatCount(errorCount)}. Already exist: ${formatCount(skippedCount)}.`;
  const outcome =
    skippedCount === rows
      ? 'All rows already exist. There is nothing to import.'
      : 'Nothing has been imported yet.';
  return `${checked} ${counts} ${outcome}`;
}

export const correctionsCaption = (shown: number, notShown: number): string =>
  notShown === 0
    ? 'Rows that need correction'
    : `Rows that need correction (showing ${formatCount(shown)}, ${formatCount(notShown)} more not shown)`;

export const existingRows = (count: number): string =>
  plural(count, '1 row already exists', '{n} rows already exist');

export const importRows = (count: number): string => plural(count, 'Import 1 row', 'Import {n} rows');

export const rowsDone = ({ done, total }: Pick<ImportJob, 'done' | 'total'>): string =>
  `${formatCount(done)} of ${plural(total, '1 row', '{n} rows')}`;

/** Said when an import has finished. */
export const importFinished = ({ added, skipped }: Pick<ImportJob, 'added' | 'skipped'>): string =>
  `Import finished. Added: ${formatCount(added)}. Already existed: ${formatCount(skipped)}. No emails were sent. New members can set a password with "Forgot password" on the login page.`;

/** The progress of an import, for the list of imports. */
export function importProgress(job: ImportJob): string {
  switch (job.state) {
    case 'checked':
      return plural(job.total, '1 row checked, not imported yet', '{n} rows checked, not imported yet');
    case 'applying':
      return `${rowsDone(job)} imported`;
    case 'cancelled':
      return `Cancelled after ${rowsDone(job)}`;
    case 'done':
      return `Added: ${formatCount(job.added)} · Already existed: ${formatCount(job.skipped)}`;
  }
}
