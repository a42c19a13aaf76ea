import { matchesGlob } from 'node:path';
import type * as z from 'zod';
import { Archive } from '../../schemas/archive.ts';
import { AwardPage, Awards, Nominations } from '../../schemas/awards.ts';
import { Series } from '../../schemas/conferences.ts';
import { Summit, Workshop } from '../../schemas/events.ts';
import { Names } from '../../schemas/names.ts';
import { NewsItem, Newsletters } from '../../schemas/news.ts';
import { Page } from '../../schemas/page.ts';
import { People } from '../../schemas/people.ts';
import { Pictures } from '../../schemas/pictures.ts';
import { Home, Nav, Site } from '../../schemas/site.ts';
import { Webinar, WebinarSession } from '../../schemas/webinar.ts';
import { astroPages, contentFolder, resolvePath } from '../content/paths.ts';
import { sessionFile } from '../content/webinar.ts';
import { findLinks, linkProblem, listAddresses, pictureProblem } from './links.ts';
import { findGaps } from './missing.ts';
import { type ContentFile, findTexts, readContent } from './read-content.ts';
import { findCode } from './text-code.ts';

/** The data files of content/, each pattern with its schema; of an MDX file, the front matter. */
const dataFiles: Record<string, z.ZodType> = {
  'archive/gmp.json': Archive,
  'awards.json': Awards,
  'awards/{lifetime,outstanding,young}-[0-9][0-9][0-9][0-9].mdx': AwardPage,
  'conferences/*.json': Series,
  'home.json': Home,
  'names.json': Names,
  'nav.json': Nav,
  'news/[0-9][0-9][0-9][0-9]/*.mdx': NewsItem,
  'newsletters.json': Newsletters,
  'nominations.json': Nominations,
  'pages/*.mdx': Page,
  'people.json': People,
  'pictures.json': Pictures,
  'site.json': Site,
  'summit2018.json': Summit,
  'webinar.json': Webinar,
  'webinars/session-[0-9][0-9].json': WebinarSession,
  'workshops/*.json': Workshop,
};

const pictureFiles = '**/*.{jpg,jpeg,png,webp,avif,gif}';

/** The other files that content/ may have. */
const otherFiles = ['README.md', '{documents,forms,newsletters}/*.pdf', 'archive/documents/*', pictureFiles];

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

/** A value that must be unique within its kind, and its position: the file, and the field in it. */
type UniqueValue = { kind: string; value: string; file: string; field: string };

/** The fields that must be unique: among files of a pattern or, with `list`, among the entries of a file. */
const uniqueFields = [
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
    ...uniqueFields
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
const findDuplicates = (files: ContentFile[]): string[] => {
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
