import { matchesGlob } from 'node:path';
import { resolvePath, siteSlug } from '../content/paths.ts';

/** A value that must be unique within its kind, and its position: the file, and the field in it. */
export type UniqueValue = { kind: string; value: string; file: string; field: string };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The fields that must be unique: among files of a pattern or, with `list`, among the entries of a file. */
const kinds = [
  { pattern: 'webinars/session-*.json', fields: ['number', 'date'] },
  { pattern: 'newsletters.json', list: 'issues', fields: ['number', 'date'] },
  { pattern: 'conferences/*.json', list: 'editions', fields: ['year', 'number'] },
  { pattern: 'awards.json', list: '', fields: ['id'] },
  { pattern: 'news/*/*.mdx', fields: ['of'] },
  { pattern: 'nav.json', list: '', fields: ['href'] },
  { pattern: 'pages/*.mdx', fields: ['path'] },
];

const entriesOf = (data: unknown, list: string | undefined): [name: string, entry: unknown][] => {
  if (list === undefined) return [['', data]];
  const all = list === '' ? data : isRecord(data) ? data[list] : undefined;
  const prefix = list === '' ? '' : `${list}.`;
  return Array.isArray(all) ? all.map((entry, at) => [`${prefix}${at}.`, entry]) : [];
};

/** The topic in a news item's file name, which is unique within a year. */
const topicOf = (path: string, file: string): UniqueValue[] => {
  const [, year, topic] = /^news\/\d{4}\/(\d{4})(?:-\d{2}){0,2}-([a-z][a-z0-9-]*)\.mdx$/.exec(path) ?? [];
  return topic ? [{ kind: `topic of ${year}`, value: topic, file, field: 'topic' }] : [];
};

/** The values in a file that must be unique. */
export const findUniqueValues = (path: string, file: string, data: unknown): UniqueValue[] => [
  ...topicOf(path, file),
  ...kinds
    .filter(({ pattern }) => matchesGlob(path, pattern))
    .flatMap(({ pattern, list, fields }) =>
      entriesOf(data, list).flatMap(([prefix, entry]) =>
        fields.flatMap((name) => {
          const value = isRecord(entry) ? entry[name] : undefined;
          if (typeof value !== 'string' && typeof value !== 'number') return [];
          const resolved = resolvePath(String(value), siteSlug());
          const scope = list === undefined ? pattern : path;
          return [{ kind: `${scope} ${name}`, value: resolved, file, field: prefix + name }];
        }),
      ),
    ),
];

/** The addresses of the site's own pages, which no content page may have. */
export const pathsOfPages = (pages: { file: string; path: string }[]): UniqueValue[] =>
  pages.map(({ file, path }) => ({ kind: 'pages/*.mdx path', value: path, file, field: 'path' }));

/** Each value that occurs again: a sentence with both positions. */
export const findDuplicates = (all: UniqueValue[]): string[] =>
  all.flatMap(({ kind, value, file, field }, at) => {
    const other = all.find((one) => one.kind === kind && one.value === value);
    if (other === undefined || other === all[at]) return [];
    const place = other.file === file ? `"${other.field}"` : other.file;
    return [`${file}: "${field}": ${value} is already used by ${place}. Choose a different one.`];
  });
