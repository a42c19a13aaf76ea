import * as z from 'zod';
import { Archive } from './archive.ts';
import { AwardPage, Awards, Nominations } from './awards.ts';
import { Series } from './conferences.ts';
import { Summit, Workshop } from './events.ts';
import { Source, sample, Text } from './fields.ts';
import { Names } from './names.ts';
import { NewsItem, Newsletters } from './news.ts';
import { Page } from './page.ts';
import { People } from './people.ts';
import { Home, Nav, Site } from './site.ts';
import { Webinar, WebinarSession } from './webinar.ts';

/** content/pictures.json: who made each picture in content/, or those of a pattern, and by what right it is shown. */
const Pictures = z.record(
  z
    .string()
    .regex(
      /\.(jpe?g|png|webp|avif|gif)$/,
      'Use the path of a picture below content/, for example portraits/first-last.jpg.',
    ),
  z.strictObject({ by: Text, rights: Text, source: Source.optional(), sample }),
);

/** The data files of content/, each pattern with its schema; of an MDX file, the front matter. */
export const dataFiles: Record<string, z.ZodType> = {
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

export const pictureFiles = '**/*.{jpg,jpeg,png,webp,avif,gif}';

/** The other files that content/ may have. */
export const otherFiles = [
  'README.md',
  '{documents,forms,newsletters}/*.pdf',
  'archive/documents/*',
  pictureFiles,
];
