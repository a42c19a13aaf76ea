import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type * as z from 'zod';
import { frontMatterOf } from './front-matter.ts';

/** The data of a file of content/, without Astro; undefined if it is missing or has errors, which the content check reports. */
export const readData = <Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  folder: URL,
): z.infer<Schema> | undefined => {
  const file = new URL(path, folder);
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  try {
    const data: unknown = path.endsWith('.json') ? JSON.parse(text) : parse(frontMatterOf(text) ?? '');
    return schema.safeParse(data).data;
  } catch {
    return undefined;
  }
};
