import * as z from 'zod';
import { Awards, Nominations } from '../../schemas/awards.ts';
import { Series } from '../../schemas/conferences.ts';
import { Summit } from '../../schemas/events.ts';
import { Names } from '../../schemas/names.ts';
import { Newsletters } from '../../schemas/news.ts';
import { People } from '../../schemas/people.ts';
import { Home, Nav, Site } from '../../schemas/site.ts';
import { Webinar } from '../../schemas/webinar.ts';

const folder = '../../../content';
const files = import.meta.glob('../../../content/{*,conferences/*}.json', { eager: true, import: 'default' });

const load = <Schema extends z.ZodType>(schema: Schema, file: string): z.infer<Schema> => {
  const { data, error } = schema.safeParse(files[`${folder}/${file}`]);
  if (error) throw new Error(`content/${file}\n${z.prettifyError(error)}`);
  return data;
};

// The files of content/ that are one entry each, by their schemas. The folders are Astro's collections: collections.ts.
export const site = load(Site, 'site.json');
export const nav = load(Nav, 'nav.json');
export const home = load(Home, 'home.json');
export const awards = load(Awards, 'awards.json');
export const nominations = load(Nominations, 'nominations.json');
export const people = load(People, 'people.json');
export const names = load(Names, 'names.json');
export const newsletters = load(Newsletters, 'newsletters.json');
export const webinar = load(Webinar, 'webinar.json');
export const pg = load(Series, 'conferences/pg.json');
export const gmp = load(Series, 'conferences/gmp.json');
export const series = [pg, gmp, load(Series, 'conferences/cvm.json')];
export const summit = load(Summit, 'summit2018.json');

/** The spelling under which a name is known. */
export const knownName = (name: string) =>
  names.aliases.find(({ also }) => also.includes(name))?.name ?? name;
