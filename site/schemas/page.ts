import * as z from 'zod';
import { Source, Text } from './fields.ts';

/** The front matter of content/pages/<page>.mdx; every `## Heading` below it opens a section. */
export const Page = z.strictObject({ title: Text, lede: Text, description: Text, source: Source });
export type Page = z.infer<typeof Page>;
