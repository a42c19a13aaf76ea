import { globSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { hongKongDate } from '#shared/hong-kong';
import { Nav } from '../../schemas/site.ts';
import { formatDate } from '../content/dates.ts';
import { frontMatterOf } from '../content/front-matter.ts';
import { resolvePath, siteSlug } from '../content/paths.ts';

/** Phrases by which a text says that something is still to come. Rules and descriptions may stay in the present. */
const present =
  /\b(?:is|are|will be) (?:held|due|hosted|organi[sz]ed|issued|expected|planned)\b|\btakes? place\b|\bwill\b|\b(?:has|have) been (?:extended|announced)\b|\bdeadline for\b|\b(?:opens|closes|starts|ends) on\b/gi;

/** The lines of a text that speak of the past as of something to come, each with its phrase. */
export const findPresentTense = (text: string) =>
  text
    .split('\n')
    .flatMap((line, at) => [...line.matchAll(present)].map(([phrase]) => ({ line: at + 1, phrase })));

/** The pages of past calls and events, and the past news: each file with the page that shows it and its last day. */
const listPast = (folder: URL, now: Date) => {
  const read = (path: string) => readFileSync(new URL(path, folder), 'utf8');
  const below = Nav.parse(JSON.parse(read('nav.json'))).flatMap((item) => item.below ?? []);
  const slug = siteSlug(folder);
  const pages = globSync('pages/*.mdx', { cwd: folder }).flatMap((path) => {
    const text = read(path);
    const { path: address } = Object(parse(frontMatterOf(text) ?? ''));
    const page = typeof address === 'string' ? resolvePath(address, slug) : '';
    const lastDay = below.find(({ href }) => href === page)?.until;
    return lastDay ? [{ path, text, page, lastDay }] : [];
  });
  const news = globSync('news/*/*.mdx', { cwd: folder }).flatMap((path) => {
    const [, lastDay] = /\/(\d{4}-\d\d-\d\d)-/.exec(path) ?? [];
    return lastDay ? [{ path, text: read(path), page: '/news', lastDay }] : [];
  });
  return [...pages, ...news]
    .filter(({ lastDay }) => lastDay < hongKongDate(now))
    .sort((a, b) => a.path.localeCompare(b.path));
};

/** For editors: where a page or a news item speaks of what is over as if it were to come. */
export const checkPast = (folder: URL, now: Date) =>
  listPast(folder, now).flatMap(({ path, text, page, lastDay }) =>
    findPresentTense(text).map(({ line, phrase }) => ({
      page,
      file: `content/${path}`,
      gap: `Line ${line} says "${phrase}" of what was over on ${formatDate(lastDay)}. Write it in the past tense`,
    })),
  );
