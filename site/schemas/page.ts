import * as z from 'zod';
import { draft, FigureName, gaps, Moment, Source, Text } from './fields.ts';

const PagePath = z
  .string()
  .regex(/^\/(\{slug\}|[A-Za-z0-9-])+$/, 'Use a path of this site, for example /call-for-papers.');

/**
 * The front matter of content/pages/<page>.mdx; every `## Heading` below begins a section. A page with a `path` needs no
 * other file; `{slug}` in it is the one of site.json; `tab` replaces the page title in the browser's tab.
 */
export const Page = z.strictObject({
  title: Text,
  lede: Text,
  description: Text,
  path: PagePath.optional(),
  tab: Text.optional(),
  /** With a caption, the top of the page is twice as high. */
  figure: z.strictObject({ name: FigureName, caption: Text.optional() }).optional(),
  gaps,
  draft,
  /** When and where the event of the page takes place, for search engines. */
  event: z.strictObject({ start: Moment, end: Moment, place: Text }).optional(),
  /** Said at the top after the page's last day (`until` in nav.json), instead of the sentence that the site writes. */
  past: Text.optional(),
  source: Source,
});
export type Page = z.infer<typeof Page>;
