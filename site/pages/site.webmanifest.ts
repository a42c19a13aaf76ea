import { site } from '../lib/content/data.ts';
import { describeApp } from '../lib/content/web-app.ts';

/** The name and the icons of the site where a reader puts it on a home screen. */
export const GET = () =>
  Response.json(
    describeApp({
      name: site.name,
      shortName: site.product,
      description: site.description,
      startUrl: '/',
      display: 'browser',
    }),
  );
