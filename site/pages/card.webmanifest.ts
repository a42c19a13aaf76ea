import { describeApp } from '../lib/content/web-app.ts';

/** The membership card as an app of its own on a home screen. */
export const GET = () =>
  Response.json(describeApp({ name: 'AG membership card', startUrl: '/card', display: 'standalone' }));
