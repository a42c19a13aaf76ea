import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readSiteBuild, type SiteBuild } from '../../infra/edge/site-build.ts';

export const SCRIPT_HASH = 'sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
export const STYLE_HASH = 'sha256-BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB=';

const pages = ['/', '/about', '/PGConferences', '/awards', '/awards/lifetime2025', '/login', '/user', '/404'];

const fileOf = (page: string) => `site${page === '/' ? '/index' : page}.html`;

const files: Record<string, string> = {
  ...Object.fromEntries(
    pages.map((page) => [fileOf(page), `<!doctype html><title>${page}</title>${' '.repeat(2000)}`]),
  ),
  'site/_astro/island.Bx3f_9Qa.js': `export const island = ${JSON.stringify('x'.repeat(2000))};`,
  'site/.well-known/security.txt': 'Contact: https://www.example.org/contact\n',
  'site/figures/klein.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'site/og-card.png': 'png',
  'site/news.atom': '<feed xmlns="http://www.w3.org/2005/Atom"/>',
  'site/sitemap-0.xml': '<urlset/>',
  'site/site.webmanifest': '{}',
  'site/data/pg-conferences.json': '[]',
  'site/data/editions.csv': '"year"',
  'site/favicon.ico': 'ico',
  'site/calendar/session34.ics': 'BEGIN:VCALENDAR\r\nEND:VCALENDAR',
  'edge/paths.json': JSON.stringify(pages),
  'edge/policies.json': JSON.stringify([
    { scriptHashes: [], styleHashes: [STYLE_HASH], paths: pages.filter((page) => page !== '/user') },
    { scriptHashes: [SCRIPT_HASH], styleHashes: [STYLE_HASH], paths: ['/user'] },
  ]),
};

/** A small built site in a folder of its own. */
export function makeSite(): SiteBuild {
  const dist = mkdtempSync(join(tmpdir(), 'built-site-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dist, path)), { recursive: true });
    writeFileSync(join(dist, path), text);
  }
  return readSiteBuild(dist);
}
