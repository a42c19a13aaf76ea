import { mdxToMdast } from 'satteri';
import { parse } from 'yaml';
import { componentsFor, findLinks, findUnknownComponents, type Link } from './mdx-checks.ts';
import { findCode } from './text-code.ts';

/** Every value of a file's data with its path of names. */
const flattenValues = (value: unknown, path: string[] = []): { path: string[]; leaf: unknown }[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => flattenValues(inner, [...path, key]))
    : [{ path, leaf: value }];

const frontMatter = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/;

const findDataLinks = (data: unknown): Link[] =>
  flattenValues(data).flatMap(({ path, leaf }) =>
    typeof leaf === 'string' &&
    /^(href|link|url|document|form|journalLink|reportLink)$/.test(path.at(-1) ?? '')
      ? [{ href: leaf, picture: false }]
      : [],
  );

/** The paths of the entries marked `sample: true`; an empty path is the whole file. */
const findSamples = (data: unknown) =>
  flattenValues(data).flatMap(({ path, leaf }) =>
    path.at(-1) === 'sample' && leaf === true ? [path.slice(0, -1).join('.')] : [],
  );

/** The files named by fields of this name: `photo` a portrait, `file` a document of the archive. */
const findFiles = (data: unknown, field: string) =>
  flattenValues(data).flatMap(({ path, leaf }) =>
    path.at(-1) === field && typeof leaf === 'string' ? [leaf] : [],
  );

const readJson = (text: string) => {
  const data: unknown = JSON.parse(text);
  return { data, links: findDataLinks(data), textProblems: [] };
};

const readMdx = (path: string, text: string) => {
  const [, yaml] = frontMatter.exec(text) ?? [];
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
      ...findCode(tree).map(({ line, sentence }) => `line ${line}: ${sentence}`),
      ...findUnknownComponents(tree, componentsFor(path)),
    ],
  };
};

/** A content file's data, links, files and samples, and its wrong elements. @throws if the text cannot be read */
export const readContent = (path: string, text: string) => {
  const read = path.endsWith('.json') ? readJson(text) : readMdx(path, text);
  const { data } = read;
  return {
    ...read,
    photos: findFiles(data, 'photo'),
    documents: findFiles(data, 'file'),
    samples: findSamples(data),
  };
};

/** The fields that an entry of these files leaves out while they are missing. */
const expected: Record<string, readonly string[]> = {
  editions: ['dates', 'location'],
  issues: ['date'],
};

type Entry = { year?: number; number?: number };

const entriesOf = (data: unknown, list: string): Entry[] => {
  const found = typeof data === 'object' && data !== null && list in data ? Reflect.get(data, list) : [];
  return Array.isArray(found) ? found : [];
};

/** Facts that no source confirms yet: each field with what is missing. */
export const findGaps = (data: unknown): string[] => [
  ...Object.entries(expected).flatMap(([list, fields]) =>
    entriesOf(data, list).flatMap((entry) => {
      const missing = fields.filter((field) => !(field in entry));
      return missing.length === 0
        ? []
        : [`${list} ${entry.year ?? entry.number}: no ${missing.join(', no ')}`];
    }),
  ),
  ...flattenValues(data).flatMap(({ path, leaf }) => {
    if (path.at(-2) === 'incomplete') return [`${path.slice(0, -2).join('.')}: ${leaf} is incomplete`];
    return typeof leaf === 'string' && /to be confirmed/i.test(leaf) ? [`${path.join('.')}: "${leaf}"`] : [];
  }),
];
