import * as z from 'zod';
import { CURRENCY } from '#shared/money';
import { CalendarDay, sample, Text, WebAddress } from './fields.ts';

const Mailbox = z.strictObject({ address: z.email(), sample });

/** content/site.json: names, address, mailboxes and fees. */
export const Site = z.strictObject({
  name: Text,
  shortName: Text,
  officialName: Text,
  product: Text,
  slug: z.string().regex(/^[a-z]+$/, 'Use only the letters a to z.'),
  address: WebAddress,
  /** Where the association sits, at the end of emails to members; its postal address, once it has one. */
  seat: Text,
  description: Text,
  copyrightYears: z.string().regex(/^\d{4}-\d{4}$/, 'Enter a range of years, for example "2015-2025".'),
  mail: z.strictObject({ contact: Mailbox }),
  /** The text after "Registration:" on receipts, as the registrar wrote it. */
  registration: z.strictObject({ text: Text, sample }),
  fees: z.strictObject({
    currency: z.literal(CURRENCY),
    since: z.int(),
    perYear: z.strictObject({ professional: z.int().positive(), student: z.int().positive() }),
    sample,
  }),
  /** What others may do with the data sets; absent until the association has decided. */
  dataLicence: z.strictObject({ name: Text, link: WebAddress }).optional(),
});

const PagePath = z.string().startsWith('/', 'Use a path of this site, for example /news.');

/**
 * content/nav.json: the menu, in order. `below`: calls, events and announcements that belong to a page of the menu, newest
 * first, each with the day until which it is current.
 */
export const Nav = z.array(
  z.strictObject({
    text: Text,
    href: PagePath,
    below: z.array(z.strictObject({ href: PagePath, until: CalendarDay })).optional(),
  }),
);

/** content/home.json: the texts of the home page. */
export const Home = z.strictObject({
  headline: Text,
  /** What the association does and who may join, for readers, search engines and shared links. */
  description: Text,
  membership: Text,
});
