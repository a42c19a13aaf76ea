import { type Command, Option } from 'commander';
import { Segment } from '#contract/member-lists';
import {
  MEMBER_CATEGORIES,
  MEMBER_STATES,
  MEMBERSHIP_STATUSES,
  MEMBERSHIP_TYPES,
  type MemberCategory,
  type MemberState,
  type MembershipStatus,
  type MembershipType,
} from '#shared/choices';
import { EXPORT_COLUMN_NAMES, type ExportColumn } from '#shared/export-columns';
import { Country } from '#shared/fields';
import { canonicalize } from '#shared/text';
import type { Operator } from '../../functions/handlers/operator.ts';
import type { OpsLine } from '../command-line.ts';
import { StartupError } from '../local/disk/errors.ts';
import { checkIsNew, writeNewFile } from '../local/disk/files.ts';
import { listing } from './listing.ts';
import {
  addOperatorCommand,
  type CliContext,
  choiceOption,
  dateOption,
  fieldOption,
  flagOption,
  jsonOption,
  textOption,
} from './options.ts';

interface FilterOptions {
  search?: string;
  status?: MembershipStatus;
  category?: MemberCategory;
  state?: MemberState;
  type?: MembershipType;
  validUntil?: string;
  country?: string;
  conference?: string;
}
type MemberFilter = Parameters<Operator['searchMembers']>[0];

const filterOptions = (): Option[] => [
  choiceOption('status', MEMBERSHIP_STATUSES, 'only this status'),
  choiceOption('category', MEMBER_CATEGORIES, 'only this category'),
  choiceOption('state', MEMBER_STATES, 'only this state of the account'),
  choiceOption('type', MEMBERSHIP_TYPES, 'only this type of membership'),
  dateOption('valid-until', 'only memberships that end on this day'),
  fieldOption('country', Country, {
    placeholder: 'NAME',
    description: 'only this country or region',
    sentence: 'a country or region of the list, for example Japan',
  }),
  textOption('conference', {
    placeholder: 'ID',
    description: 'only who attended this conference; "conferences" lists them',
  }),
];
const searchOption = (): Option =>
  textOption('search', {
    placeholder: 'TEXT',
    description: 'only who has these words in name, username, membership ID, email or affiliation',
  });
const segmentOption = (): Option =>
  textOption('segment', {
    placeholder: 'NAME',
    description: 'this saved filter; other options replace parts of it',
  });

/** The list of members, its saved filters, and its export. */
export function addMemberListCommands(program: Command, context: CliContext): void {
  addOperatorCommand(program, context, {
    usage: 'members [TEXT]',
    description:
      'List members. TEXT matches part of a name, username, membership ID, email or affiliation, without accents.',
    options: [...filterOptions(), segmentOption()],
    run: async (operator, text, options: FilterOptions & { segment?: string }, line) => {
      const search = text === '' ? {} : { search: text };
      const found = await operator.searchMembers(await toFilter(operator, { ...options, ...search }, line));
      const lines = found.map(({ uid, username, email, status, category, activeUntil }) =>
        [uid, username, email, category, status, activeUntil].join('  '),
      );
      return [...lines, `${countMembers(found.length)} found.`].join('\n');
    },
  });
  addExportCommand(program, context);
  addSegmentCommands(program, context);
  addOperatorCommand(program, context, {
    usage: 'conferences',
    description:
      'List the conferences that members attended, the latest first, with the IDs for --conference.',
    run: async (operator) =>
      listing(await operator.listConferences(), {
        none: 'No conferences.',
        cells: ({ id, ...about }) => [id, conferenceName(about)],
      }),
  });
}

function addExportCommand(program: Command, context: CliContext): void {
  addOperatorCommand(program, context, {
    usage: 'export-members <FILE>',
    description: 'Export members to a CSV file that is safe to open in a spreadsheet.',
    options: [
      searchOption(),
      ...filterOptions(),
      segmentOption(),
      dateOption(
        'active-on',
        'only members whose membership covered this day; type and end are those of that day, and --status is not applied',
      ),
      new Option(
        '--columns <COLUMNS>',
        `these columns, with commas between them: ${EXPORT_COLUMN_NAMES.join(', ')}`,
      ).argParser(parseColumns),
      flagOption('all-columns', 'every column, not only those of the list'),
    ],
    run: async (
      operator,
      file,
      {
        activeOn,
        columns = [],
        allColumns,
        ...options
      }: FilterOptions & {
        segment?: string;
        activeOn?: string;
        columns?: ExportColumn[];
        allColumns?: true;
      },
      line,
    ) => {
      if (allColumns && columns.length > 0)
        throw new StartupError('Give either --columns or --all-columns, not both.');
      checkIsNew(file);
      const { csv, members } = await operator.exportMembers({
        ...(await toFilter(operator, options, line)),
        activeOn,
        columns: allColumns ? EXPORT_COLUMN_NAMES : columns,
      });
      await writeNewFile(file, `\ufeff${csv}`);
      return `${countMembers(members)} exported to ${file}.`;
    },
  });
}

function addSegmentCommands(program: Command, context: CliContext): void {
  addOperatorCommand(program, context, {
    usage: 'segments',
    description: 'List segments: filters of members under a name, for Members, Send Email and --segment.',
    options: [jsonOption()],
    run: async (operator, _, { json }: { json?: true }) => {
      const segments = await operator.listSegments();
      const conferences = await operator.listConferences();
      const textOf = (name: string, value: string) => {
        const found = name === 'conference' ? conferences.find(({ id }) => id === value) : undefined;
        return found ? conferenceName(found) : value;
      };
      return listing(segments, {
        json,
        none: 'No segments.',
        cells: ({ name, filter }) => [
          name,
          ...Object.entries(filter).map(
            ([key, value]) => value && `${filterNames[key] ?? key}: ${textOf(key, value)}`,
          ),
        ],
      });
    },
  });
  addOperatorCommand(program, context, {
    usage: 'save-segment <NAME>',
    description: 'Save a filter of members as a segment. It replaces a segment of the same name.',
    options: [searchOption(), ...filterOptions()],
    run: async (operator, text, options: FilterOptions, line) => {
      const name = Segment.shape.name.safeParse(text);
      if (!name.success)
        throw new StartupError(`NAME: ${name.error.issues.map(({ message }) => message).join(' ')}`);
      await operator.saveSegment(name.data, await toFilter(operator, options, line));
      return `Segment "${name.data}" saved.`;
    },
  });
  addOperatorCommand(program, context, {
    usage: 'remove-segment <NAME>',
    description: 'Remove a segment. Its members stay.',
    run: async (operator, text, _, line) => {
      const { name } = await findSegment(operator, text, line);
      await operator.removeSegment(name);
      return `Segment "${name}" removed.`;
    },
  });
}

/** The parts of a filter as the options name them. */
const filterNames: Readonly<Record<string, string>> = { activeUntil: 'valid until' };

/** The filter of the segment, if one is named, with the parts that the other options give. */
async function toFilter(
  operator: Operator,
  {
    segment,
    search,
    status,
    category,
    state,
    type,
    validUntil,
    country,
    conference,
  }: FilterOptions & {
    segment?: string;
  },
  line: OpsLine,
): Promise<MemberFilter> {
  const saved = segment === undefined ? undefined : (await findSegment(operator, segment, line)).filter;
  if (conference !== undefined && !(await operator.listConferences()).some(({ id }) => id === conference))
    throw new StartupError(
      `No member attended a conference with the ID "${conference}". Run "${line('conferences')}" to list them.`,
    );
  return {
    search: search ?? saved?.search ?? '',
    status: status ?? saved?.status,
    category: category ?? saved?.category,
    state: state ?? saved?.state,
    type: type ?? saved?.type,
    activeUntil: validUntil ?? saved?.activeUntil,
    country: country ?? saved?.country,
    conference: conference ?? saved?.conference,
  };
}

async function findSegment(operator: Operator, text: string, line: OpsLine) {
  const segments = await operator.listSegments();
  const found = segments.find(({ name }) => canonicalize(name) === canonicalize(text));
  if (found) return found;
  throw new StartupError(`No segment has the name "${text}". Run "${line('segments')}" to list them.`);
}

function parseColumns(text: string): ExportColumn[] {
  const names = text.split(',').map((name) => name.trim());
  const columns = EXPORT_COLUMN_NAMES.filter((column) => names.includes(column));
  if (columns.length === names.length) return columns;
  throw new StartupError(
    `--columns must be names with commas between them, each once, out of: ${EXPORT_COLUMN_NAMES.join(', ')}.`,
  );
}

const conferenceName = ({ name, venue, date }: { name: string; venue: string; date: string }): string =>
  [name, venue, date].filter(Boolean).join(', ');

const countMembers = (count: number): string => (count === 1 ? '1 member' : `${count} members`);
