import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { matchesGlob, posix } from 'node:path';
import { Pictures } from '../../schemas/pictures.ts';
import { astroPages, contentFolder, listFiles } from '../content/paths.ts';
import { readMentions } from '../content/people-files.ts';
import { readData } from '../content/read-data.ts';
import { pagePaths } from '../content/site-paths.ts';
import { sessionPath } from '../content/webinar.ts';
import { listAnchors, listPageTextFiles } from './anchors.ts';
import { checkAttachments } from './attachments.ts';
import { explainIssue, forEditors } from './explain.ts';
import { attachmentProblem, contentKinds, pictureFiles } from './kinds.ts';
import { type AnchorsOf, linkProblem } from './mdx-checks.ts';
import { checkNames } from './name-check.ts';
import { lineOfField } from './positions.ts';
import { findGaps, readContent } from './read-content.ts';
import { findDuplicates, findUniqueValues, pathsOfPages, type UniqueValue } from './unique-values.ts';
import { findUnreadFiles } from './unread-files.ts';
import { characterProblem, type Problem, parserProblem } from './unreadable.ts';

const publicFolder = new URL('../../public/', import.meta.url);

type Report = {
  problems: Problem[];
  notices: string[];
  gaps: { page: string; gap: string }[];
  links: { href: string; place: string }[];
  owned: UniqueValue[];
  /** The documents of the archive, and what texts show and link to. */
  named: string[];
};

const pictureProblem = (href: string, file: URL, root: URL) => {
  if (/^[a-z]+:/i.test(href))
    return "External images aren't allowed. Add the image to the site and link to it.";
  const folder = href.startsWith('/') ? publicFolder : file;
  const picture = new URL(href.replace(/^\//, ''), folder);
  const isInside = [publicFolder, root].some((inside) => picture.href.startsWith(inside.href));
  if (!isInside) return 'This file is outside content/. Put the image beside the text.';
  const base = posix.basename(href);
  const dir = new URL('.', picture);
  // Of the folder's own list, because some computers find a file by other capitals too, and the site's server doesn't.
  const names = existsSync(dir) ? readdirSync(dir) : [];
  if (names.includes(base)) return undefined;
  const name = names.find((one) => one.toLowerCase() === base.toLowerCase());
  return `This image doesn't exist.${name ? ` Did you mean ${name}?` : ''}`;
};

/** `content/home.json:3`, as editors' programs open it. */
const placeOf = (file: string, line?: number) => (line ? `${file}:${line}` : file);

const nothing = { notices: [], gaps: [], links: [], owned: [], named: [] };

const reportOn = (
  folder: URL,
  path: string,
  paths: ReadonlySet<string>,
  anchorsOf: AnchorsOf,
  now: Date,
): Report => {
  const kind = contentKinds.find(({ pattern }) => matchesGlob(path, pattern));
  const failWith = (problem: Problem): Report => ({ problems: [problem], ...nothing });
  if (!kind) {
    const sentence = attachmentProblem(path);
    return sentence ? failWith({ sentence }) : { problems: [], ...nothing };
  }
  const file = new URL(path, folder);
  const text = readFileSync(file, 'utf8');
  const unreadable = characterProblem(text);
  if (unreadable) return failWith(unreadable);
  try {
    const content = readContent(path, text, folder);
    const { data, links, headings, textProblems, hasText, photos, documents } = content;
    const page = kind.page(path, data);
    const own = () => new Set([...headings, ...(anchorsOf(page) ?? [])]);
    const misnamed = kind.nameProblem?.(path, data);
    const { error } = kind.schema.safeParse(data, forEditors);
    const wrongFields = new Set(error?.issues.map(({ path }) => path.join('.')));
    const linkProblems = links.flatMap((link) => {
      const { href, picture } = link;
      if (link.field && wrongFields.has(link.field.join('.'))) return [];
      const wrong = picture
        ? pictureProblem(href, file, folder)
        : linkProblem(href, paths, publicFolder, anchorsOf, href.startsWith('#') ? own() : undefined);
      if (!wrong) return [];
      // Only now: it parses the whole file.
      const line = link.line ?? lineOfField(text, link.field ?? []);
      return [{ line, sentence: `"${href}": ${wrong}` }];
    });
    const missing = (field: string, names: string[], place: string) =>
      names
        .filter((name) => !existsSync(new URL(`${place}/${name}`, folder)))
        .map((name) => ({ sentence: `"${field}": ${name} is missing from content/${place}.` }));
    const schemaProblems = (error?.issues ?? []).map((issue) => ({
      line: lineOfField(text, [
        ...issue.path,
        ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []),
      ]),
      sentence: explainIssue(kind.schema, issue, path.endsWith('.json')),
    }));
    return {
      problems: [
        ...(misnamed ? [{ sentence: misnamed }] : []),
        ...(kind.needsText && !hasText ? [{ sentence: 'There is no text below the front matter.' }] : []),
        ...schemaProblems,
        ...textProblems,
        ...linkProblems,
        ...missing('photo', photos, 'portraits'),
        ...missing('file', documents, 'archive/documents'),
      ],
      notices: kind.notices?.(data, folder, now) ?? [],
      gaps: findGaps(data).map((gap) => ({ page: kind.page(path, data, gap), gap })),
      owned: findUniqueValues(path, `content/${path}`, data),
      named: [
        ...documents.map((name) => `archive/documents/${name}`),
        ...links.map(({ href, picture }) =>
          picture ? posix.join(posix.dirname(path), href) : href.replace(/^\/|#.*/g, ''),
        ),
      ],
      links: links.map(({ href, line }) => ({
        href,
        place: `${placeOf(`content/${path}`, line)}: "${href}"`,
      })),
    };
  } catch (error) {
    return failWith(parserProblem(error, path, text));
  }
};

/** Pictures whose rights nobody wrote down, and entries without a picture. */
const pictureRights = (folder: URL): string[] => {
  const written = existsSync(new URL('pictures.json', folder))
    ? readData(Pictures, 'pictures.json', folder)
    : {};
  if (!written) return [];
  const pictures = globSync(pictureFiles, { cwd: folder }).map((path) => path.replaceAll('\\', '/'));
  return [
    ...pictures
      .filter((path) => !Object.keys(written).some((pattern) => matchesGlob(path, pattern)))
      .map(
        (path) =>
          `content/${path}: Say in content/pictures.json who made this picture, and by what right it is shown. Example: "${path}": { "by": "First Last", "rights": "CC BY 4.0" }`,
      ),
    ...Object.keys(written)
      .filter((pattern) => !pictures.some((path) => matchesGlob(path, pattern)))
      .map((path) => `content/pictures.json: "${path}": This picture doesn't exist.`),
  ];
};

/** The first line of texts and data, except for content/names.json, that has a name. */
const placeOfName = (name: string, folder: URL) =>
  globSync('**/*.{json,mdx}', { cwd: folder, exclude: ['names.json'] })
    .sort()
    .flatMap((path) => {
      const at = readFileSync(new URL(path, folder), 'utf8')
        .split('\n')
        .findIndex((line) => line.includes(name));
      return at === -1 ? [] : [placeOf(`content/${path.replaceAll('\\', '/')}`, at + 1)];
    })[0];

/** `issues.2.number` as keys of objects and lists. */
const fieldPath = (field: string) => field.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key));

/** Errors in texts and data and notices for editors, one sentence each; what is not known yet, and the position of each link. */
export const contentReport = (folder = contentFolder, now = new Date()) => {
  const sessions = globSync('webinars/session-*.json', { cwd: folder }).map((file) =>
    sessionPath(Number(/\d+/.exec(file)?.[0])),
  );
  const paths = new Set([...pagePaths(), ...listFiles(), ...listFiles(folder), ...sessions]);
  let anchors: ReturnType<typeof listAnchors> | undefined;
  const anchorsOf: AnchorsOf = (path) => {
    anchors ??= listAnchors();
    return anchors.get(path);
  };
  const { mentions, names, pictures } = readMentions(folder);
  const reports = globSync('**/*', { cwd: folder })
    .filter((path) => statSync(new URL(path, folder)).isFile())
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => ({ file: `content/${path}`, ...reportOn(folder, path, paths, anchorsOf, now) }));
  return {
    notices: reports.flatMap(({ file, notices }) => notices.map((notice) => `${file}: ${notice}`)),
    problems: [
      ...reports.flatMap(({ file, problems }) =>
        problems.map(({ line, sentence }) => `${placeOf(file, line)}: ${sentence}`),
      ),
      ...checkNames(mentions, names, (name) => placeOfName(name, folder)).map(
        (problem) => `content/names.json: ${problem}`,
      ),
      ...pictureRights(folder),
      // What a file with errors names isn't known.
      ...(reports.every(({ problems }) => problems.length === 0)
        ? findUnreadFiles(
            folder,
            reports.flatMap(({ named }) => named),
            pictures,
          )
        : []),
      ...findDuplicates([...pathsOfPages(astroPages()), ...reports.flatMap(({ owned }) => owned)]).map(
        ({ file, field, sentence }) => {
          const text = readFileSync(new URL(file.slice('content/'.length), folder), 'utf8');
          return `${placeOf(file, lineOfField(text, fieldPath(field)))}: ${sentence}`;
        },
      ),
    ],
    gaps: reports.flatMap(({ file, gaps }) => gaps.map((gap) => ({ file, ...gap }))),
    linkPlaces: new Map(reports.flatMap(({ links }) => links.map(({ href, place }) => [href, place]))),
  };
};

/** Files without which nothing of the site can be read: those with a name of their own, and the texts of its fixed pages. */
const findMissingFiles = () =>
  [...contentKinds.map(({ pattern }) => pattern), ...listPageTextFiles()]
    .filter((path) => !path.includes('*') && !existsSync(new URL(path, contentFolder)))
    .map(
      (path) =>
        `content/${path}: This file is missing, and the site can't be built without it. Restore its last version from Git. The other files are checked after that.`,
    );

/** The whole check: the report, with the errors inside pictures and documents. */
export const checkContent = async (folder = contentFolder): Promise<ReturnType<typeof contentReport>> => {
  const missing = findMissingFiles();
  if (missing.length > 0) return { notices: [], problems: missing, gaps: [], linkPlaces: new Map() };
  const report = contentReport(folder);
  return { ...report, problems: [...report.problems, ...(await checkAttachments(folder))] };
};
