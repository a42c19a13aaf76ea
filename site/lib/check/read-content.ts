import { mdxToMdast } from 'satteri';
import { parse } from 'yaml';
import * as z from 'zod';
import { frontMatterOf } from '../content/front-matter.ts';
import { findHeadingAnchors } from './anchors.ts';
import { findLinks, type Link } from './links.ts';
import { type CodeInText, findCode } from './text-code.ts';

/** Every value of a file's data with the names of the fields that lead to it. */
const flattenValues = (value: unknown, path: string[] = []): { path: string[]; leaf: unknown }[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => flattenValues(inner, [...path, key]))
    : [{ path, leaf: value }];

/** The texts in all fields whose name matches. */
export const findTexts = (data: unknown, name: RegExp) =>
  flattenValues(data).flatMap(({ path, leaf }) =>
    typeof leaf === 'string' && name.test(path.at(-1) ?? '') ? [leaf] : [],
  );

const linkFields = /^(href|link|url|document|form|journalLink|reportLink|recording)$/;

type Content = { data: unknown; links: Link[]; code: CodeInText[]; anchors: string[] };

/** A content file's data with its links, the code in its text and the anchors of its headings. @throws if it cannot be parsed */
export const readContent = (path: string, text: string): Content => {
  const isJson = path.endsWith('.json');
  // The line of dashes counts too when the parser names a line.
  const data: unknown = isJson ? JSON.parse(text) : (parse(`\n${frontMatterOf(text) ?? ''}`) ?? {});
  const links = findTexts(data, linkFields).map((href) => ({ href, isPicture: false }));
  if (isJson) return { data, links, code: [], anchors: [] };
  const tree = mdxToMdast(text, { features: { frontmatter: true } });
  return {
    data,
    links: [...links, ...findLinks(tree)],
    code: findCode(tree),
    anchors: findHeadingAnchors(tree),
  };
};

/** The fields that an entry of these lists leaves out while they are missing. */
const expectedFields: Record<string, readonly string[]> = {
  editions: ['dates', 'location'],
  issues: ['date', 'document'],
};

const Name = z.union([z.string(), z.number()]).optional();
const Entry = z.looseObject({
  name: Name,
  title: Name,
  year: Name,
  number: Name,
  sample: z.boolean().optional(),
  incomplete: z.array(z.string()).optional(),
  gaps: z.array(z.string()).optional(),
});

/** What is not known yet, one phrase each: samples, missing fields, incomplete lists, and what the file itself names. */
export const findGaps = (value: unknown, path: string[] = []): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const { name, title, year, number, sample, incomplete = [], gaps = [] } = Entry.safeParse(value).data ?? {};
  const label = name ?? title ?? year ?? number;
  const place = path.length > 0 ? `"${path.join('.')}"` : 'This entry';
  const entry = label === undefined ? place : `${place} (${label})`;
  const missing = (expectedFields[path.at(-2) ?? ''] ?? []).filter((field) => !(field in value));
  return [
    ...(sample ? [`${entry} is a sample`] : []),
    ...(missing.length > 0 ? [`${entry} has no "${missing.join('" and no "')}"`] : []),
    ...incomplete.map((list) => `${entry}: "${list}" is incomplete`),
    ...gaps,
    ...Object.entries(value).flatMap(([key, inner]) => findGaps(inner, [...path, key])),
  ];
};
