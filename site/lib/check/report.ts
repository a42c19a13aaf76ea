import { existsSync, globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import * as z from 'zod';
import { astroPages, generatedFiles } from '../content/paths.ts';
import { readMentions } from '../content/people-files.ts';
import { pagePaths } from '../content/site-paths.ts';
import { contentKinds } from './kinds.ts';
import { type Link, linkProblem } from './mdx-checks.ts';
import { checkNames } from './name-check.ts';
import { findGaps, readContent } from './read-content.ts';
import { findDuplicates, findUniqueValues, pathsOfPages, type UniqueValue } from './unique-values.ts';

const contentFolder = new URL('../../../content/', import.meta.url);
const publicFolder = new URL('../../public/', import.meta.url);

type Report = {
  problems: string[];
  notices: string[];
  gaps: string[];
  page: string;
  links: { href: string; place: string }[];
  owned: UniqueValue[];
};

/** The fields that the schema knows at a path, for an issue about an unknown one. */
const fieldsAt = (schema: unknown, path: readonly PropertyKey[]): string[] => {
  if (schema instanceof z.ZodOptional) return fieldsAt(schema.unwrap(), path);
  if (schema instanceof z.ZodArray) return fieldsAt(schema.element, path.slice(1));
  if (!(schema instanceof z.ZodObject)) return [];
  const [first, ...rest] = path;
  return first === undefined ? Object.keys(schema.shape) : fieldsAt(schema.shape[String(first)], rest);
};

/** The schemas' own messages are sentences; the library's have no full stop. */
const wholeSentence = (message: string) => (/[.?]$|Example: /.test(message) ? message : `${message}.`);

/** One sentence for a schema issue: the field, what is wrong, what is right. */
const explainIssue = (schema: z.ZodType, issue: z.core.$ZodIssue): string => {
  if (issue.code === 'unrecognized_keys') {
    const known = fieldsAt(schema, issue.path).join(', ');
    return issue.keys
      .map((key) => `"${[...issue.path, key].join('.')}": unknown field. Use one of: ${known}.`)
      .join(' ');
  }
  const missing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
  const what = missing ? 'missing.' : wholeSentence(issue.message.replace(/^Invalid input: |^Invalid /, ''));
  if (issue.path.length === 0) return what;
  return `"${issue.path.join('.')}"${what.startsWith('is ') ? ' ' : ': '}${what}`;
};

/** A parser's message in one line, beginning with its position: `line 6: Expected a closing tag`. */
const parserMessage = (error: unknown) => {
  const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return first.replace(/^(\d+):\d+: /, 'line $1: ').replace(/ \(mdx[^()]*\)$|:$/, '');
};

const pictureProblem = (href: string, file: URL, root: URL) => {
  if (/^[a-z]+:/i.test(href))
    return "External images aren't allowed. Add the image to the site and link to it.";
  const folder = href.startsWith('/') ? publicFolder : file;
  const picture = new URL(href.replace(/^\//, ''), folder);
  const isInside = [publicFolder, root].some((inside) => picture.href.startsWith(inside.href));
  if (!isInside) return 'This file is outside content/. Put the image beside the text.';
  return existsSync(picture) ? undefined : "This image doesn't exist.";
};

const placeOf = ({ href, line }: Link) => (line ? `line ${line}: "${href}"` : `"${href}"`);

const nothing = { notices: [], gaps: [], page: '', links: [], owned: [] };

const reportOn = (folder: URL, path: string, paths: ReadonlySet<string>): Report => {
  const kind = contentKinds.find(({ pattern }) => matchesGlob(path, pattern));
  const failWith = (problem: string): Report => ({ problems: [problem], ...nothing });
  if (!kind) return failWith('Unknown content file. See content/README.md for the files you can use.');
  const file = new URL(path, folder);
  try {
    const content = readContent(path, readFileSync(file, 'utf8'));
    const { data, links, textProblems, photos, documents } = content;
    const misnamed = kind.nameProblem?.(path, data);
    const { error } = kind.schema.safeParse(data);
    const linkProblems = links.flatMap((link) => {
      const { href, picture } = link;
      const wrong = picture ? pictureProblem(href, file, folder) : linkProblem(href, paths, publicFolder);
      return wrong ? [`${placeOf(link)}: ${wrong}`] : [];
    });
    const missing = (field: string, names: string[], place: string) =>
      names
        .filter((name) => !existsSync(new URL(`${place}/${name}`, folder)))
        .map((name) => `"${field}": ${name} is missing from content/${place}.`);
    const schemaProblems = (error?.issues ?? []).map((issue) => explainIssue(kind.schema, issue));
    return {
      problems: [
        ...(misnamed ? [misnamed] : []),
        ...schemaProblems,
        ...textProblems,
        ...linkProblems,
        ...missing('photo', photos, 'portraits'),
        ...missing('file', documents, 'archive/documents'),
      ],
      notices: kind.notices?.(data) ?? [],
      gaps: findGaps(data),
      page: kind.page(path, data),
      owned: findUniqueValues(path, `content/${path}`, data),
      links: links.map((link) => ({ href: link.href, place: placeOf(link) })),
    };
  } catch (error) {
    return failWith(parserMessage(error));
  }
};

/** Errors and notices for editors, one sentence each; what is not known yet, and the position of each link. */
export const contentReport = (folder = contentFolder) => {
  const paths = new Set([...pagePaths(), ...generatedFiles()]);
  const { mentions, names } = readMentions(folder);
  const reports = globSync('**/*.{json,mdx}', { cwd: folder })
    .sort()
    .map((path) => ({ file: `content/${path}`, ...reportOn(folder, path, paths) }));
  return {
    notices: reports.flatMap(({ file, notices }) => notices.map((notice) => `${file}: ${notice}`)),
    problems: [
      ...reports.flatMap(({ file, problems }) => problems.map((problem) => `${file}: ${problem}`)),
      ...checkNames(mentions, names).map((problem) => `content/names.json: ${problem}`),
      ...findDuplicates([...pathsOfPages(astroPages()), ...reports.flatMap(({ owned }) => owned)]),
    ],
    gaps: reports.flatMap(({ file, page, gaps }) => gaps.map((gap) => ({ page, file, gap }))),
    linkPlaces: new Map(
      reports.flatMap(({ file, links }) => links.map(({ href, place }) => [href, `${file}: ${place}`])),
    ),
  };
};
