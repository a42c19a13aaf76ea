import * as z from 'zod';
import awardsJson from '../../../content/awards.json';
import cvmJson from '../../../content/conferences/cvm.json';
import gmpJson from '../../../content/conferences/gmp.json';
import pgJson from '../../../content/conferences/pg.json';
import homeJson from '../../../content/home.json';
import namesJson from '../../../content/names.json';
import navJson from '../../../content/nav.json';
import newslettersJson from '../../../content/newsletters.json';
import nominationsJson from '../../../content/nominations.json';
import peopleJson from '../../../content/people.json';
import siteJson from '../../../content/site.json';
import summitJson from '../../../content/summit2018.json';
import webinarJson from '../../../content/webinar.json';
import { Awards, Nominations } from '../../schemas/awards.ts';
import { Series } from '../../schemas/conferences.ts';
import { Summit } from '../../schemas/events.ts';
import { isVisible } from '../../schemas/fields.ts';
import { Names } from '../../schemas/names.ts';
import type { Issue } from '../../schemas/news.ts';
import { Newsletters } from '../../schemas/news.ts';
import { People } from '../../schemas/people.ts';
import { Home, Nav, Site } from '../../schemas/site.ts';
import { Webinar } from '../../schemas/webinar.ts';

const parse = <Schema extends z.ZodType>(schema: Schema, file: string, json: unknown): z.infer<Schema> => {
  const { data, error } = schema.safeParse(json);
  if (error) throw new Error(`content/${file}\n${z.prettifyError(error)}`);
  return data;
};

// The data of content/, each file parsed once by its schema.
export const site = parse(Site, 'site.json', siteJson);
export const nav = parse(Nav, 'nav.json', navJson);
export const home = parse(Home, 'home.json', homeJson);
export const awards = parse(Awards, 'awards.json', awardsJson);
export const nominations = parse(Nominations, 'nominations.json', nominationsJson);
export const people = parse(People, 'people.json', peopleJson);
export const names = parse(Names, 'names.json', namesJson);
export const newsletters = parse(Newsletters, 'newsletters.json', newslettersJson);
export const webinar = parse(Webinar, 'webinar.json', webinarJson);
export const pg = parse(Series, 'conferences/pg.json', pgJson);
export const gmp = parse(Series, 'conferences/gmp.json', gmpJson);
export const series = [pg, gmp, parse(Series, 'conferences/cvm.json', cvmJson)];
export const summit = parse(Summit, 'summit2018.json', summitJson);

/** The address of an issue: on another site, or of its file among `files`; undefined if there is neither. */
export const findIssueDocument = (
  { number, document, toBeConfirmed: sample }: Issue,
  files: { has: (path: string) => boolean },
) => {
  const file = `/newsletters/issue-${number}.pdf`;
  if (document) return document;
  if (files.has(file) && sample?.document !== file) return file;
  return sample && isVisible(sample) ? sample.document : undefined;
};
