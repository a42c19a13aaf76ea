import { matchesGlob } from 'node:path';
import { dataFiles, otherFiles, pictureFiles } from '../../schemas/files.ts';
import { contentFolder } from '../content/paths.ts';
import { sessionFile } from '../content/webinar.ts';
import { findLinks, linkProblem, listAddresses, pictureProblem } from './links.ts';
import { findGaps } from './missing.ts';
import { type ContentFile, findTexts, readContent } from './read-content.ts';
import { findCode } from './text-code.ts';
import { findDuplicates } from './unique-values.ts';

const matches = (path: string, patterns: string[]) => patterns.some((pattern) => matchesGlob(path, pattern));

/** The field's name, before what a schema says of it: `"date" is missing.` or `"date": There is no November 31.` */
export const explain = (field: string, message: string) => {
  const sentence = message.replace(/^Invalid input: .* received undefined$/, 'is missing.');
  return `${field}${/^(is|isn't|must) /.test(sentence) ? '' : ':'} ${sentence}`;
};

const findFieldProblems = ({ path, data }: ContentFile) => {
  const [, schema] = Object.entries(dataFiles).find(([pattern]) => matchesGlob(path, pattern)) ?? [];
  const { issues = [] } = schema?.safeParse(data).error ?? {};
  return issues.map(({ path, message }) =>
    path.length === 0 ? message : explain(`"${path.join('.')}"`, message),
  );
};

/** The session or award that a news item is about. */
const findSubjects = ({ path, data }: ContentFile) =>
  (path.startsWith('news/') ? findTexts(data, /^of$/) : [])
    .filter((of) => !of.startsWith('newsletter-'))
    .map((of) => (of.startsWith('session-') ? sessionFile(Number(of.slice(8))) : `awards/${of}.mdx`));

/** Files that a file names by its fields and that don't exist. */
const findMissingFiles = (file: ContentFile, paths: ReadonlySet<string>) =>
  [
    ...findTexts(file.data, /^photo$/).map((name) => `portraits/${name}`),
    ...findTexts(file.data, /^file$/).map((name) => `archive/documents/${name}`),
    ...findSubjects(file),
  ].flatMap((path) => (paths.has(path) ? [] : [`content/${path} is missing.`]));

/** Pictures whose rights nobody wrote down, and entries without a picture. */
const findPictureProblems = (files: ContentFile[]): string[] => {
  const { data } = files.find(({ path }) => path === 'pictures.json') ?? {};
  const entries = Object.keys(data ?? {});
  const pictures = files.map(({ path }) => path).filter((path) => matchesGlob(path, pictureFiles));
  return [
    ...pictures
      .filter((path) => !matches(path, entries))
      .map(
        (path) =>
          `content/${path}: Say in content/pictures.json who made this picture, and by what right it is shown. Example: "${path}": { "by": "First Last", "rights": "CC BY 4.0" }`,
      ),
    ...entries
      .filter((pattern) => !pictures.some((path) => matchesGlob(path, pattern)))
      .map((pattern) => `content/pictures.json: "${pattern}": This picture doesn't exist.`),
  ];
};

/**
 * What is wrong in content/, one sentence each, what is not known yet, and the position of each link: the fields by their
 * schemas, then what schemas can't see.
 */
export const checkContent = (folder = contentFolder, changes?: ReadonlyMap<string, string>) => {
  const files = readContent(folder, changes);
  const paths = new Set(files.map(({ path }) => path));
  const addresses = listAddresses(files);
  const problemsOf = (file: ContentFile): string[] => {
    const { path, error, tree } = file;
    const place = `content/${path}`;
    if (!matches(path, [...Object.keys(dataFiles), ...otherFiles]))
      return [`${place}: Unknown file. content/README.md has the names of all files.`];
    // The parser of MDX begins with line and column.
    if (error) return [`${place}:${/^\d/.test(error) ? '' : ' '}${error}`];
    const links = findLinks(file).flatMap(({ href, line, isPicture }) => {
      const problem = isPicture
        ? pictureProblem(href, new URL(path, folder), folder)
        : linkProblem(href, file, addresses);
      return problem ? [`${placeOf(file, line)}: "${href}": ${problem}`] : [];
    });
    return [
      ...(tree ? findCode(tree) : []).map(({ line, sentence }) => `${placeOf(file, line)}: ${sentence}`),
      ...links,
      ...[...findFieldProblems(file), ...findMissingFiles(file, paths)].map((found) => `${place}: ${found}`),
    ];
  };
  return {
    problems: [...files.flatMap(problemsOf), ...findPictureProblems(files), ...findDuplicates(files)],
    gaps: files.flatMap(({ path, data }) => findGaps(data).map((gap) => ({ file: `content/${path}`, gap }))),
    linkPlaces: new Map(
      files.flatMap((file) =>
        findLinks(file).map(({ href, line }) => [href, `${placeOf(file, line)}: "${href}"`] as const),
      ),
    ),
  };
};

const placeOf = ({ path }: ContentFile, line?: number) => `content/${path}${line ? `:${line}` : ''}`;
