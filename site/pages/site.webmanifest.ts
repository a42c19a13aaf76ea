import { site } from '../lib/content/data.ts';

/** The name and the icons of the site where a reader puts it on a home screen (https://www.w3.org/TR/appmanifest/). */
export const GET = () =>
  Response.json({
    name: site.name,
    short_name: site.product,
    description: site.description,
    lang: 'en',
    start_url: '/',
    display: 'browser',
    background_color: '#f8fbfa',
    theme_color: '#f8fbfa',
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    ],
  });
