import { defineMiddleware } from 'astro:middleware';
import { names } from './lib/content/data.ts';
import { markLanguages } from './lib/content/languages.ts';

/** On every page, in every text: names come from many files. */
export const onRequest = defineMiddleware(async (_, next) => {
  const page = await next();
  if (!page.headers.get('content-type')?.startsWith('text/html')) return page;
  return new Response(markLanguages(await page.text(), names.languages), page);
});
