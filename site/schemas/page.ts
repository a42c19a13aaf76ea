import * as z from 'zod';
import { PlateName, Source, Text } from './fields.ts';

const OwnPath = z
  .string()
  .regex(/^\/(\{slug\}|[A-Za-z0-9-])+$/, 'Use a path of this site, for example /call-for-papers.');

/**
 * The front matter of content/pages/<page>.mdx; every `## Heading` below it opens a section. A page with a `path` needs
 * nothing else to stand there; `{slug}` in it is the one of site.json, `tab` replaces the page title in the browser's tab,
 * `series` gives it the breadcrumbs of a conference series.
 */
export const Page = z.strictObject({
  title: Text,
  lede: Text,
  description: Text,
  path: OwnPath.optional(),
  tab: Text.optional(),
  series: z.enum(['pg', 'gmp']).optional(),
  figure: z.strictObject({ plate: PlateName, caption: Text }).optional(),
  source: Source,
});
export type Page = z.infer<typeof Page>;
