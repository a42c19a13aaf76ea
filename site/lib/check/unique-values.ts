import { matchesGlob } from 'node:path';
import { astroPages, resolvePath } from '../content/paths.ts';
import type { ContentFile } from './read-content.ts';

/** A value that must be unique within its kind, and its position: the file, and the field in it. */
type UniqueValue = { kind: string; value: string; file: string; field: string };

/** The fields that must be unique: among files of a pattern or, with `list`, among the entries of a file. */
const kinds = [
  { pattern: 'webinars/session-*.json', fields: ['number', 'date'] },
  { pattern: 'newsletters.json', list: 'issues.', fields: ['number', 'date'] },
  { pattern: 'conferences/*.json', list: 'editions.', fields: ['year', 'number'] },
  { pattern: 'awards.json', list: '', fields: ['id'] },
  { pattern: 'news/*/*.mdx', fields: ['of'] },
  { pattern: 'nav.json', list: '', fields: ['href'] },
  { pattern: 'pages/*.mdx', fields: ['path'] },
];

/** The texts and numbers in data, each with the names of the fields around it: `editions.0.year`. */
const valuesIn = (data: unknown, field = ''): [field: string, value: string][] => {
  if (typeof data === 'string' || typeof data === 'number') return [[field, resolvePath(`${data}`)]];
  return Object.entries(data ?? {}).flatMap(([name, inner]) =>
    valuesIn(inner, field ? `${field}.${name}` : name),
  );
};

/** The values in a file that must be unique; of a news item, also the topic in its name, within a year. */
const findUniqueValues = ({ path, data }: ContentFile): UniqueValue[] => {
  const file = `content/${path}`;
  const [, year, topic] = /^news\/\d{4}\/(\d{4})(?:-\d{2}){0,2}-([a-z][a-z0-9-]*)\.mdx$/.exec(path) ?? [];
  return [
    ...(topic ? [{ kind: `topic of ${year}`, value: topic, file, field: 'topic' }] : []),
    ...kinds
      .filter(({ pattern }) => matchesGlob(path, pattern))
      .flatMap(({ pattern, list, fields }) => {
        const place = new RegExp(`^${list === undefined ? '' : `${list}\\d+\\.`}(${fields.join('|')})$`);
        return valuesIn(data).flatMap(([field, value]) => {
          const name = place.exec(field)?.[1];
          return name ? [{ kind: `${list === undefined ? pattern : path} ${name}`, value, file, field }] : [];
        });
      }),
  ];
};

/** Each value that occurs again, among the addresses of the site's own pages too: a sentence with both positions. */
export const findDuplicates = (files: ContentFile[]): string[] => {
  const ownPages = astroPages().map((page) => ({
    kind: 'pages/*.mdx path',
    value: page.path,
    file: page.file,
    field: 'path',
  }));
  const all = [...ownPages, ...files.flatMap(findUniqueValues)];
  return all.flatMap((one, at) => {
    const other = all.find(({ kind, value }) => kind === one.kind && value === one.value);
    if (other === undefined || other === all[at]) return [];
    const place = other.file === one.file ? `"${other.field}"` : other.file;
    return [`${one.file}: "${one.field}": ${one.value} is already used by ${place}. Choose a different one.`];
  });
};
