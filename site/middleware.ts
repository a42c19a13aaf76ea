import type { MiddlewareHandler } from 'astro';
import { names } from './lib/content/data.ts';
import { asianRuns, asianScript, type Languages, languageOf } from './lib/content/names.ts';

/** A tag, or an element whose text is no part of the page's or may hold no elements; otherwise text. */
const piece =
  /<(script|style|title|textarea|option)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[a-z!/](?:"[^"]*"|'[^']*'|[^'">])*>|[^<]+|</gi;

/** A page in which each run in an Asian script says its language, so that readers get its characters. */
export const markLanguages = (html: string, languages: Languages = {}): string => {
  if (asianRuns(html).length === 0) return html;
  let isMarked = false;
  return html.replace(piece, (part) => {
    if (part.startsWith('<')) {
      isMarked = /\slang="(?!en)/.test(part);
      return part;
    }
    if (isMarked) return part;
    return part.replace(asianScript, (run) => {
      const language = languageOf(run, languages);
      return language ? `<span lang="${language}">${run}</span>` : run;
    });
  });
};

/** On every page, in every text: names come from many files. */
export const onRequest: MiddlewareHandler = async (_, next) => {
  const page = await next();
  if (!page.headers.get('content-type')?.startsWith('text/html')) return page;
  return new Response(markLanguages(await page.text(), names.languages), page);
};
