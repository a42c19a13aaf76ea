import * as z from 'zod';
import { Source, sample, Text, WebAddress, withExample } from './fields.ts';

/** A document is on another site (`url`), or a file in content/archive/documents (`file`). */
const Document = z.union([
  z.strictObject({ text: Text, url: WebAddress }),
  z.strictObject({
    text: Text,
    file: z.string().regex(/^[a-z0-9][a-z0-9.-]*\.[a-z0-9]+$/, withExample('"file": "minutes-2024.pdf"')),
  }),
]);

const Years = z
  .array(z.strictObject({ year: z.int(), links: z.array(Document).min(1), source: Source, sample }))
  .refine(
    (years) => years.every(({ year }, at) => at === 0 || year < (years[at - 1]?.year ?? 0)),
    'List entries newest first, one per year.',
  );

/** Several links to one page can't each lead to what they name, unless they name the page. */
const isHonest = (years: z.infer<typeof Years>) => {
  const links = years.flatMap((year) => year.links.flatMap((link) => ('url' in link ? [link] : [])));
  return links.every(
    ({ text, url }) => text.includes('journal page') || links.filter((one) => one.url === url).length === 1,
  );
};

/** content/archive/gmp.json: the lists behind the archive's password. */
export const Archive = z.strictObject({
  papers: Years.refine(
    isHonest,
    'Several links lead to one page. Link to each volume, or end each text with "journal page".',
  ),
  proposals: Years,
  meetings: Years,
});
