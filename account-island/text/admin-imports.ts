import type { ImportJob, ImportReport, OutcomeGroup } from '#contract/imports';
import { formatCount, plural } from './format.ts';

export const importMessages = {
  kind: 'Type of import',
  existing: 'Members who already exist',
  verified: 'The email addresses of new members are known to work',
  verifiedHint:
    'They count as verified: the members get announcements and reminders without verifying the address first.',
  verifiedReason: 'How do you know?',
  verifiedReasonHint: 'For example "Newsletter of March, bounces removed". Recorded in the audit log.',
  conference: 'Conference of the whole file',
  conferenceHint: 'Only if the file is about one conference and has no column for it.',
  conferenceName: 'Conference',
  venue: 'Venue',
  date: 'Date',
  link: 'Link',
  file: 'Choose CSV file',
  otherFile: 'Choose another file',
  fileHint:
    'Separated by commas, semicolons or tabs, up to 30,000 rows. Next, you see what each row will do. Nothing is imported before you confirm.',
  fileWaits: 'You can select another file when this import has finished.',
  /** The refused file: another one may have been selected before. */
  unknownEncoding: (name: string): string =>
    `${name}: The characters of this file can't be read. Save it as "CSV UTF-8" and select it again.`,
  /** Asked where a file has another encoding than UTF-8. */
  chooseEncoding: (name: string): string =>
    `${name} isn't saved as "CSV UTF-8". Select the line in which the names are right.`,
  emptyFile: (name: string): string => `${name}: The file is empty.`,
  /** The selected file; UTF-8 is what everybody expects. */
  fileSelected: ({ name, encoding }: { name: string; encoding: string }): string =>
    encoding === 'UTF-8'
      ? `File: ${name}`
      : `File: ${name}, read as ${encoding}. Check names in the preview.`,
  columnHelp: 'Columns and example file',
  columnHelpText:
    'Columns can be in any order, and rows above the headings are skipped. Headings of Zoom, Google Forms, Indico, ConfTool, EasyChair, CiviCRM and Wild Apricot are recognised. For others, choose what each column is after you select the file.',
  saveExample: 'Download example file',
  columnsCaption: 'Columns',
  column: 'Column',
  content: 'Content',
  required: 'Required.',
  headings: 'Also recognised as',
  choicesCaption: 'Columns of the file',
  columnOfFile: 'Column in your file',
  usedAs: 'Used as',
  ignored: 'Ignored',
  /** `10 columns used · 2 not imported`. */
  columnsSummary(columns: ImportReport['columns']): string {
    const ignored = columns.filter(({ name }) => name === '').length;
    const used = plural(columns.length - ignored, '1 column used', '{n} columns used');
    return ignored > 0 ? `${used} · ${formatCount(ignored)} not imported` : used;
  },
  /** Said of a file with a title or another table above its headings. */
  aboveHeader: (headerRow: number): string[] =>
    headerRow > 1 ? [`The headings are in row ${headerRow}. Nothing above them is imported.`] : [],
  /** `Columns that aren't imported: Notes, Guest.` */
  unusedColumns(headings: readonly string[]): string[] {
    if (headings.length === 0) return [];
    const more = headings.length - NAMED_COLUMNS;
    const named = headings.slice(0, NAMED_COLUMNS).join(', ');
    return [`Columns that aren't imported: ${named}${more > 0 ? ` and ${formatCount(more)} more` : ''}.`];
  },
  /** Why columns are not imported, or what they may have been meant as: `Affilation: Did you mean Affiliation?` */
  hintedColumns: (columns: readonly FileColumn[]): string[] =>
    columns.flatMap(({ heading, hint }) => (hint === '' ? [] : [`${heading}: ${hint}`])),
  checking: 'Checking file...',
  /** The result of a check in one line. */
  reportSummary(report: ImportReport): string {
    const { rows, errorCount, outcomes } = report;
    const checked = plural(rows, '1 row checked.', '{n} rows checked.');
    if (errorCount > 0) {
      const errors = plural(errorCount, '1 correction is needed.', '{n} corrections are needed.');
      const remedy = isHeaderWrong(report)
        ? 'Choose how the columns are used, or correct the file and select it again.'
        : 'Correct the file and select it again.';
      return `${checked} ${errors} ${remedy} Nothing has been imported.`;
    }
    const changes = outcomes.some(({ outcome }) => outcome === 'add' || outcome === 'update');
    return changes ? `${checked} Nothing has been imported yet.` : `${checked} There is nothing to import.`;
  },
  correctionsCaption: (shown: number, notShown: number): string =>
    notShown === 0
      ? 'Rows that need correction'
      : `Rows that need correction (showing ${formatCount(shown)}, ${formatCount(notShown)} more not shown)`,
  firstRows: (shown: number, count: number): string =>
    shown === count ? 'Rows' : `First ${formatCount(shown)} of ${formatCount(count)}`,
  importedBefore: 'This file has already been imported with these options.',
  tooLarge: 'The file is too large. Split it into files of at most 30,000 rows and 4 MB.',
  importButton: (job: Sized): string => `Import ${entries(job)}`,
  rowsDone: (job: Sized & Pick<ImportJob, 'done'>): string => `${formatCount(job.done)} of ${entries(job)}`,
  /** Said when an import has finished. */
  importFinished: (job: Counts): string =>
    [
      'Import finished.',
      ...importCounts(job).map((count) => `${count}.`),
      ...(job.kind === 'members' && job.invited === 0 ? ['No emails have been sent.'] : []),
    ].join(' '),
  canLeave: 'You can close this page: the import goes on.',
  interrupted: 'The import was interrupted. Rows already imported are kept. Select Resume to continue.',
  cancelled: 'Import cancelled. Rows already imported stay.',
  cancelTitle: 'Cancel import',
  cancelText:
    "Rows already imported stay. The other rows won't be imported. You can import the same file again later.",
  saveLeftOut: 'Download as CSV',
  imports: 'Imports',
  none: 'No imports yet',
  /** The progress of an import, for the list of imports. */
  importProgress(job: ImportJob): string {
    switch (job.state) {
      case 'checked':
        return `${entries(job)} checked, not imported yet`;
      case 'applying':
        return `${importMessages.rowsDone(job)} imported`;
      case 'cancelled':
        return [`Cancelled after ${importMessages.rowsDone(job)}`, ...invitationCounts(job)].join(' · ');
      case 'done':
        return [...importCounts(job), ...invitationCounts(job)].join(' · ');
    }
  },
  invitations: 'Invitations',
  invitationsLeft: (count: number): string =>
    plural(
      count,
      "1 new member hasn't been invited from here yet.",
      "{n} new members haven't been invited from here yet.",
    ),
  /** `50 members invited. 450 new members haven't been invited from here yet.` */
  invitationsDone({ invited, invitees, inviteesDone }: ImportJob): string {
    const skipped = inviteesDone - invited;
    return [
      `${plural(invited, '1 member invited', '{n} members invited')}: the emails leave one a second.`,
      skipped > 0 && plural(skipped, '1 member needed no invitation.', '{n} members needed no invitation.'),
      invitees > inviteesDone
        ? importMessages.invitationsLeft(invitees - inviteesDone)
        : 'Nobody is left to invite.',
    ]
      .filter(Boolean)
      .join(' ');
  },
  invitationsHint:
    'An invitation tells members their username and membership ID, and how to log in. Invite a few first, and the others on another day.',
  inviteNow: 'Invite now',
  sendInvitations: (count: number): string => plural(count, 'Send 1 invitation', 'Send {n} invitations'),
  all: 'All',
  inviting: 'Inviting...',
  invitationsInterrupted: 'Not all invitations were sent. Select the button again to continue.',
} as const;

/** How many members can be invited at once, beside all. */
export const invitationChoices: [number, ...number[]] = [50, 200, 1000];

const NAMED_COLUMNS = 12;

type FileColumn = ImportReport['columns'][number];

export const importsTotal = { one: '1 import', other: '{n} imports' } as const;

/** Whether a column is missing or used twice, which can be put right on the page. */
export const isHeaderWrong = ({
  columns,
  errors,
  headerRow,
}: Pick<ImportReport, 'columns' | 'errors' | 'headerRow'>): boolean =>
  columns.some(({ heading }) => heading !== '') &&
  errors.some(({ column, ranges }) => column !== '' && ranges[0]?.from === headerRow);

/** What an import will do with rows. */
export const outcomes: Record<
  ImportJob['kind'],
  Record<OutcomeGroup['outcome'], (count: number) => string>
> = {
  members: {
    add: (count) => plural(count, '1 new member', '{n} new members'),
    update: (count) => plural(count, '1 member to update', '{n} members to update'),
    unchanged: (count) => plural(count, '1 row without changes', '{n} rows without changes'),
    'left-out': (count) => plural(count, '1 row left out', '{n} rows left out'),
  },
  attendance: {
    add: (count) => plural(count, '1 attendance to add', '{n} attendances to add'),
    update: (count) => plural(count, '1 attendance to update', '{n} attendances to update'),
    unchanged: (count) => plural(count, '1 row without changes', '{n} rows without changes'),
    'left-out': (count) =>
      plural(count, '1 person who is not a member: left out', '{n} people who are not members: left out'),
  },
};

type Sized = Pick<ImportJob, 'kind' | 'total'>;

const entries = ({ kind, total }: Sized): string =>
  kind === 'members'
    ? plural(total, '1 member', '{n} members')
    : plural(total, '1 attendance', '{n} attendances');

type Counts = Pick<ImportJob, 'kind' | 'added' | 'updated' | 'skipped' | 'leftOut' | 'periods' | 'invited'>;

/** `Added: 3 · Unchanged: 2`: the numbers that are not 0. */
const importCounts = ({ added, updated, skipped, leftOut, periods }: Counts): string[] => [
  `Added: ${formatCount(added)}`,
  ...(updated > 0 ? [`Updated: ${formatCount(updated)}`] : []),
  ...(skipped > 0 ? [`Unchanged: ${formatCount(skipped)}`] : []),
  ...(leftOut > 0 ? [`Left out: ${formatCount(leftOut)}`] : []),
  ...(periods > 0 ? [`Membership periods added: ${formatCount(periods)}`] : []),
];

const invitationCounts = ({ invited, invitees, inviteesDone }: ImportJob): string[] =>
  invitees === 0
    ? []
    : [
        `Invited: ${formatCount(invited)}`,
        ...(invitees > inviteesDone ? [`Not invited yet: ${formatCount(invitees - inviteesDone)}`] : []),
      ];
