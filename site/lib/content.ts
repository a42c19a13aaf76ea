import awardsJson from '../../content/awards.json';
import cvmJson from '../../content/conferences/cvm.json';
import gmpJson from '../../content/conferences/gmp.json';
import pgJson from '../../content/conferences/pg.json';
import homeJson from '../../content/home.json';
import navJson from '../../content/nav.json';
import newslettersJson from '../../content/newsletters.json';
import peopleJson from '../../content/people.json';
import siteJson from '../../content/site.json';
import summitJson from '../../content/summit2018.json';
import { Awards } from '../schemas/awards.ts';
import { Home } from '../schemas/home.ts';
import { Nav } from '../schemas/nav.ts';
import { Newsletters } from '../schemas/newsletters.ts';
import { People } from '../schemas/people.ts';
import { Series } from '../schemas/series.ts';
import { Site } from '../schemas/site.ts';
import { Summit } from '../schemas/summit.ts';

// The data of content/, each file parsed once by its schema.
export const site = Site.parse(siteJson);
export const nav = Nav.parse(navJson);
export const home = Home.parse(homeJson);
export const awards = Awards.parse(awardsJson);
export const people = People.parse(peopleJson);
export const newsletters = Newsletters.parse(newslettersJson);
export const summit = Summit.parse(summitJson);
export const series = [pgJson, gmpJson, cvmJson].map((json) => Series.parse(json));
