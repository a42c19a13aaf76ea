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

// The data of content/, each file parsed once by its schema.
export const site = Site.parse(siteJson);
export const nav = Nav.parse(navJson);
export const home = Home.parse(homeJson);
export const awards = Awards.parse(awardsJson);
export const nominations = Nominations.parse(nominationsJson);
export const people = People.parse(peopleJson);
export const names = Names.parse(namesJson);
export const newsletters = Newsletters.parse(newslettersJson);
export const webinar = Webinar.parse(webinarJson);
export const pg = Series.parse(pgJson);
export const gmp = Series.parse(gmpJson);
export const series = [pg, gmp, Series.parse(cvmJson)];
export const summit = Summit.parse(summitJson);

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
