import { globSync, readFileSync } from 'node:fs';
import type * as z from 'zod';
import { AwardPage, Awards } from '../../schemas/awards.ts';
import { Series } from '../../schemas/conferences.ts';
import { Summit, Workshop } from '../../schemas/events.ts';
import { isPublished } from '../../schemas/fields.ts';
import { Names } from '../../schemas/names.ts';
import { Page } from '../../schemas/page.ts';
import { People } from '../../schemas/people.ts';
import { Webinar, WebinarSession } from '../../schemas/webinar.ts';
import { listMentions, type PeopleContent } from './mentions.ts';
import { parseAwardId, resolvePath, siteSlug } from './paths.ts';
import { collectPeople, personPath } from './person-records.ts';
import { readData } from './read-data.ts';

/** The files of content/ that name people, without Astro. Files with errors are left out: the content check reports them. */
const readPeople = (
  folder: URL,
  isRead: typeof isPublished = isPublished,
): PeopleContent & { names: Names } => {
  const read = (path: string) => readFileSync(new URL(path, folder), 'utf8');
  const readAs = <Schema extends z.ZodType>(schema: Schema, path: string) => readData(schema, path, folder);
  const readAll = <Schema extends z.ZodType>(schema: Schema, pattern: string) =>
    globSync(pattern, { cwd: folder })
      .sort()
      .flatMap((path) => {
        const data = readAs(schema, path);
        return data === undefined ? [] : [{ id: path.replace(/^.*\/|\.\w+$/g, ''), path, data }];
      });
  const pages = readAll(Page, 'pages/*.mdx')
    .filter(({ data }) => isRead(data))
    .map((page) => ({ ...page, text: read(page.path) }));
  return {
    names: readAs(Names, 'names.json') ?? { aliases: [] },
    people: readAs(People, 'people.json'),
    webinar: readAs(Webinar, 'webinar.json'),
    summit: readAs(Summit, 'summit2018.json'),
    awards: readAs(Awards, 'awards.json') ?? [],
    awardPages: readAll(AwardPage, 'awards/*.mdx')
      .filter(({ data }) => isRead(data))
      .map(({ id, data }) => ({
        ...parseAwardId(id),
        page: data,
      })),
    sessions: readAll(WebinarSession, 'webinars/session-*.json')
      .filter(({ data }) => isRead(data))
      .map(({ data }) => data),
    series: readAll(Series, 'conferences/*.json').map(({ data }) => data),
    workshops: readAll(Workshop, 'workshops/*.json').flatMap(({ id, data: workshop }) =>
      pages
        .filter(({ text }) => text.includes(`of="${id}"`))
        .map(({ data: { title, path = '', event } }) => ({
          title,
          path: resolvePath(path, siteSlug(folder)),
          date: event?.start.slice(0, 10),
          workshop,
        })),
    ),
  };
};

/** Every name in content/, in drafts too, and what content/names.json says of spellings. */
export const readMentions = (folder: URL) => {
  const { names, ...content } = readPeople(folder, () => true);
  return { names, mentions: listMentions(content) };
};

/** The addresses of the people's pages. */
export const personPaths = (folder: URL, withSamples?: boolean) => {
  const { names, ...content } = readPeople(folder);
  return collectPeople(content, names, withSamples).map(personPath);
};
