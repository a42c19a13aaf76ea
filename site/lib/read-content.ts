import { parse } from 'yaml';
import { type Link, linksOf } from './links.ts';

const frontMatter = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/;

/** Every value of a file's data with the names that lead to it. */
const leaves = (value: unknown, path: string[] = []): { path: string[]; leaf: unknown }[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))
    : [{ path, leaf: value }];

const dataLinks = (data: unknown): Link[] =>
  leaves(data).flatMap(({ path, leaf }) =>
    typeof leaf === 'string' && /^(href|link|url|document|journalLink|reportLink)$/.test(path.at(-1) ?? '')
      ? [{ href: leaf, picture: false }]
      : [],
  );

/** Where `sample: true` stands: the names that lead to the entry, empty for the whole file. */
const samplesIn = (data: unknown) =>
  leaves(data).flatMap(({ path, leaf }) =>
    path.at(-1) === 'sample' && leaf === true ? [path.slice(0, -1).join('.')] : [],
  );

/** The portraits that a file names: files of content/portraits. */
const photosIn = (data: unknown) =>
  leaves(data).flatMap(({ path, leaf }) =>
    path.at(-1) === 'photo' && typeof leaf === 'string' ? [leaf] : [],
  );

const readJson = (text: string) => {
  const data: unknown = JSON.parse(text);
  return { data, links: dataLinks(data) };
};

const readMdx = (text: string) => {
  const [, yaml] = frontMatter.exec(text) ?? [];
  if (yaml === undefined) {
    throw new Error(
      'has no front matter; begin it with lines such as date: 2025-10-28 between two lines of ---',
    );
  }
  // The line of dashes above counts too where a parser names a line.
  const data: unknown = parse(`\n${yaml}`) ?? {};
  return { data, links: linksOf(text) };
};

/** A content file's data, links, portraits and samples. Throws where the text cannot be read. */
export const readContent = (path: string, text: string) => {
  const { data, links } = path.endsWith('.json') ? readJson(text) : readMdx(text);
  return { data, links, photos: photosIn(data), samples: samplesIn(data) };
};
