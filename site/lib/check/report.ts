import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import * as z from 'zod';
import { Archive } from '../../schemas/archive.ts';
import { Pictures } from '../../schemas/pictures.ts';
import { astroPages, contentFolder, listFiles, resolvePath, siteSlug } from '../content/paths.ts';
import { readMentions } from '../content/people-files.ts';
import { readData } from '../content/read-data.ts';
import { pagePaths } from '../content/site-paths.ts';
import { sessionFile } from '../content/webinar.ts';
import { listAnchors } from './anchors.ts';
import { type AnchorsOf, type Link, linkProblem, pictureProblem } from './links.ts';
import { findNameProblems } from './names.ts';
import { findGaps, findTexts, readContent } from './read-content.ts';
import { findDuplicates, findUniqueValues, pathsOfPages, type UniqueValue } from './unique-values.ts';

const pictureFiles = '**/*.{jpg,jpeg,png,webp,avif,gif}';

/** The files that content/ may have. The site passes over any other, such as a page with a mistyped ending. */
const knownFiles = [
  'README.md',
  '*.json',
  '{conferences,workshops}/*.json',
  'webinars/session-[0-9][0-9].json',
  'awards/{lifetime,outstanding,young}-[0-9][0-9][0-9][0-9].mdx',
  'news/[0-9][0-9][0-9][0-9]/*.mdx',
  'pages/*.mdx',
  '{documents,forms,newsletters}/*.pdf',
  'archive/gmp.json',
  'archive/documents/*',
  pictureFiles,
];

/** Files that no page reads, so that no build checks them. */
const schemas: Record<string, z.ZodType> = { 'archive/gmp.json': Archive, 'pictures.json': Pictures };

type Report = {
  problems: string[];
  gaps: string[];
  links: { href: string; place: string }[];
  owned: UniqueValue[];
};

const findSchemaProblems = (path: string, data: unknown) => {
  const { error } = schemas[path]?.safeParse(data) ?? {};
  return error ? [z.prettifyError(error)] : [];
};

/** The session or award that a news item is about. */
const findSubjects = (path: string, data: unknown) =>
  (path.startsWith('news/') ? findTexts(data, /^of$/) : [])
    .filter((of) => !of.startsWith('newsletter-'))
    .map((of) => (of.startsWith('session-') ? sessionFile(Number(of.slice(8))) : `awards/${of}.mdx`));

/** Files that a file names by its fields and that don't exist. */
const findMissingFiles = (path: string, data: unknown, folder: URL) =>
  [
    ...findTexts(data, /^photo$/).map((name) => `portraits/${name}`),
    ...findTexts(data, /^file$/).map((name) => `archive/documents/${name}`),
    ...findSubjects(path, data),
  ].flatMap((path) => (existsSync(new URL(path, folder)) ? [] : [`content/${path} is missing.`]));

const reportOn = (folder: URL, path: string, paths: ReadonlySet<string>, anchorsOf: AnchorsOf): Report => {
  const file = `content/${path}`;
  const report: Report = { problems: [], gaps: [], links: [], owned: [] };
  if (!knownFiles.some((pattern) => matchesGlob(path, pattern)))
    return { ...report, problems: [`${file}: Unknown file. content/README.md has the names of all files.`] };
  if (!/\.(json|mdx)$/.test(path)) return report;
  const text = readFileSync(new URL(path, folder), 'utf8');
  let content: ReturnType<typeof readContent>;
  try {
    content = readContent(path, text);
  } catch (error) {
    const [reason = ''] = `${error instanceof Error ? error.message : error}`.split('\n');
    // The parser of MDX begins with line and column.
    return { ...report, problems: [`${file}:${/^\d/.test(reason) ? '' : ' '}${reason}`] };
  }
  const { data, links, code, anchors } = content;
  const [ownPath] = path.startsWith('pages/') ? findTexts(data, /^path$/) : [];
  const own = ownPath && new Set([...anchors, ...(anchorsOf(resolvePath(ownPath, siteSlug())) ?? [])]);
  const placeOf = (line?: number) => (line ? `${file}:${line}` : file);
  const problemOf = ({ href, isPicture }: Link) =>
    isPicture
      ? pictureProblem(href, new URL(path, folder), folder)
      : linkProblem(href, paths, anchorsOf, own || undefined);
  return {
    problems: [
      ...code.map(({ line, sentence }) => `${placeOf(line)}: ${sentence}`),
      ...links.flatMap((link) => {
        const problem = problemOf(link);
        return problem ? [`${placeOf(link.line)}: "${link.href}": ${problem}`] : [];
      }),
      ...[...findSchemaProblems(path, data), ...findMissingFiles(path, data, folder)].map(
        (problem) => `${file}: ${problem}`,
      ),
    ],
    gaps: findGaps(data),
    links: links.map(({ href, line }) => ({ href, place: `${placeOf(line)}: "${href}"` })),
    owned: findUniqueValues(path, file, data),
  };
};

/** Pictures whose rights nobody wrote down, and entries without a picture. */
const findPictureProblems = (folder: URL): string[] => {
  const written = readData(Pictures, 'pictures.json', folder);
  // Its error is reported already.
  if (!written && existsSync(new URL('pictures.json', folder))) return [];
  const entries = Object.keys(written ?? {});
  const pictures = globSync(pictureFiles, { cwd: folder }).map((path) => path.replaceAll('\\', '/'));
  return [
    ...pictures
      .filter((path) => !entries.some((pattern) => matchesGlob(path, pattern)))
      .map(
        (path) =>
          `content/${path}: Say in content/pictures.json who made this picture, and by what right it is shown. Example: "${path}": { "by": "First Last", "rights": "CC BY 4.0" }`,
      ),
    ...entries
      .filter((pattern) => !pictures.some((path) => matchesGlob(path, pattern)))
      .map((pattern) => `content/pictures.json: "${pattern}": This picture doesn't exist.`),
  ];
};

/** What is wrong in content/, one sentence each, what is not known yet, and the position of each link. */
export const checkContent = (folder = contentFolder) => {
  const paths = new Set([...pagePaths(), ...listFiles(), ...listFiles(folder)]);
  const anchors = listAnchors();
  const reports = globSync('**/*', { cwd: folder })
    .filter((path) => statSync(new URL(path, folder)).isFile())
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => ({
      file: `content/${path}`,
      ...reportOn(folder, path, paths, (page) => anchors.get(page)),
    }));
  return {
    problems: [
      ...reports.flatMap(({ problems }) => problems),
      ...findNameProblems(readMentions(folder)).map((problem) => `content/names.json: ${problem}`),
      ...findPictureProblems(folder),
      ...findDuplicates([...pathsOfPages(astroPages()), ...reports.flatMap(({ owned }) => owned)]),
    ],
    gaps: reports.flatMap(({ file, gaps }) => gaps.map((gap) => ({ file, gap }))),
    linkPlaces: new Map(reports.flatMap(({ links }) => links.map(({ href, place }) => [href, place]))),
  };
};
