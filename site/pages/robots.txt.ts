import { site } from '../lib/content/data.ts';

/** Pages that aren't to be found say so themselves: a crawler must be able to read that. */
export const GET = () =>
  new Response(
    `User-agent: *\nDisallow: /api/\n\nSitemap: ${new URL('/sitemap-index.xml', site.address).href}\n`,
  );
