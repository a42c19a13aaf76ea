import { visit } from 'jsonc-parser';
import { mdxToMdast } from 'satteri';
import { parse } from 'yaml';
import * as z from 'zod';
import { frontMatterOf } from '../content/front-matter.ts';
import { findHeadingAnchors, findWrongHeadings } from './anchors.ts';
import { findWrongComponents } from './components.ts';
import { findLinks, findUnparsedLinks, type Link } from './mdx-checks.ts';
import { findCode } from './text-code.ts';
import { type Problem, REPEATED_FIELD } from './unreadable.ts';

/** Every value of a file's data with its path of names. */
const flattenValues = (value: unknown, path: string[] = []): { path: string[]; leaf: unknown }[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => flattenValues(inner, [...path, key]))
    : [{ path, leaf: value }];

const findDataLinks = (data: unknown): Link[] =>
  flattenValues(data).flatMap(({ path, leaf }) =>
    typeof leaf === 'string' &&
    /^(href|link|url|document|form|journalLink|reportLink|recording)$/.test(path.at(-1) ?? '')
      ? [{ href: leaf, picture: false, field: path }]
      : [],
  );

/** The files named by fields of this name: `photo` a portrait, `file` a document of the archive. */
const findFiles = (data: unknown, field: string) =>
  flattenValues(data).flatMap(({ path, leaf }) =>
    path.at(-1) === field && typeof leaf === 'string' ? [leaf] : [],
  );

/** Fields that stand twice in an entry, of which `JSON.parse` keeps the last. */
const findRepeatedFields = (text: string): Problem[] => {
  const entries: Set<string>[] = [];
  const problems: Problem[] = [];
  visit(text, {
    onObjectBegin() {
      entries.push(new Set());
    },
    onObjectEnd() {
      entries.pop();
    },
    onObjectProperty(name, _offset, _length, line) {
      const fields = entries.at(-1);
      if (fields?.has(name)) problems.push({ line: line + 1, sentence: REPEATED_FIELD });
      fields?.add(name);
    },
  });
  return problems;
};

const readJson = (text: string) => {
  const data: unknown = JSON.parse(text);
  return {
    data,
    links: findDataLinks(data),
    textProblems: findRepeatedFields(text),
    headings: [],
    hasText: false,
  };
};

const readMdx = (path: string, text: string, folder: URL) => {
  const yaml = frontMatterOf(text);
  if (yaml === undefined) {
    throw new Error(
      'Front matter is missing. Start the file with lines such as date: 2025-10-28 between two lines of ---.',
    );
  }
  // The line of dashes above counts too when the parser names a line.
  const data: unknown = parse(`\n${yaml}`) ?? {};
  const tree = mdxToMdast(text, { features: { frontmatter: true } });
  return {
    data,
    links: [...findDataLinks(data), ...findLinks(tree)],
    textProblems: [
      ...findCode(tree),
      ...findWrongComponents(tree, path, folder),
      ...findWrongHeadings(tree),
      ...findUnparsedLinks(tree),
    ],
    headings: findHeadingAnchors(tree),
    hasText: 'children' in tree && tree.children.some(({ type }) => type !== 'yaml'),
  };
};

/** A content file's data, links and files, its anchors, and its wrong elements. @throws if the text cannot be read */
export const readContent = (path: string, text: string, folder: URL) => {
  const read = path.endsWith('.json') ? readJson(text) : readMdx(path, text, folder);
  const { data } = read;
  return {
    ...read,
    photos: findFiles(data, 'photo'),
    documents: findFiles(data, 'file'),
  };
};

/** The fields that an entry of these lists leaves out while they are missing. */
const expected: Record<string, readonly string[]> = {
  editions: ['dates', 'location'],
  issues: ['date', 'document'],
};

const Entry = z.looseObject({
  name: z.string().optional(),
  title: z.string().optional(),
  year: z.number().optional(),
  number: z.number().optional(),
});
type Entry = z.infer<typeof Entry>;

const valueAt = (data: unknown, path: readonly string[]): unknown =>
  path.reduce(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    data,
  );

const entriesOf = (data: unknown, list: string): Entry[] => {
  const found = valueAt(data, [list]);
  return Array.isArray(found) ? found : [];
};

/** What an editor calls an entry: its name, title or number beside its position in the file. */
const labelOf = (data: unknown, path: readonly string[]) => {
  const entry = path.at(-1) === 'toBeConfirmed' ? path.slice(0, -1) : path;
  const { name, title, year, number } = Entry.safeParse(valueAt(data, entry)).data ?? {};
  const label = name ?? title ?? year ?? number;
  const place = path.length > 0 ? `"${path.join('.')}"` : '';
  return [place, label === undefined ? '' : place ? `(${label})` : label].filter(Boolean).join(' ');
};

/** What is not known yet, one phrase each: samples, missing fields, incomplete lists, and what the file itself names. */
export const findGaps = (data: unknown): string[] => [
  ...flattenValues(data).flatMap(({ path, leaf }) => {
    if (path.at(-1) === 'sample' && leaf === true)
      return [`${labelOf(data, path.slice(0, -1)) || 'This entry'} is a sample`];
    if (path.at(-2) === 'incomplete') return [`${labelOf(data, path.slice(0, -2))}: "${leaf}" is incomplete`];
    if (path[0] === 'gaps') return [`${leaf}`];
    return [];
  }),
  ...Object.entries(expected).flatMap(([list, fields]) =>
    entriesOf(data, list).flatMap((entry) => {
      const missing = fields.filter((field) => !(field in entry)).map((field) => `"${field}"`);
      return missing.length === 0 ? [] : [`${entry.year ?? entry.number} has no ${missing.join(' and no ')}`];
    }),
  ),
];
