import { expect, it } from 'vitest';
import { nav } from '../../../site/lib/content/data.ts';

it('the menu has its ten items in order', () =>
  expect(nav.map(({ text, href }) => `${text} ${href}`)).toEqual([
    'Home /',
    'About AG /about',
    'News /news',
    'Webinar /webinar',
    'Newsletter /newsletter',
    'Conferences /conferences',
    'Awards /awards',
    'Membership /membership',
    'Constitution /constitution',
    'Contact /contact',
  ]));
