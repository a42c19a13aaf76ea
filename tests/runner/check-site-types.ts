import { join } from 'node:path';
import { sync } from 'astro';
import { typeErrors } from './type-errors.ts';

/** Checks the types of the site, with those that Astro makes of its content. */
const root = join(import.meta.dirname, '../../site');
await sync({ root, logLevel: 'error' });
const errors = typeErrors(root, join(root, '../.cache/types/components'));
for (const error of errors) console.error(error);
process.exitCode = errors.length === 0 ? 0 : 1;
