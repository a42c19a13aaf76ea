import { expect, it } from 'vitest';
import { originSecretHeader, viewerAddressHeader } from '#shared/deployment';
import { createFront } from '../../infra/local/front.ts';

/** Parts that reply with their name; the API with what it was told. */
const front = createFront({
  site: () => new Response('site'),
  localRoutes: () => new Response('local'),
  images: () => new Response('images'),
  api: ({ headers }) =>
    Response.json({
      told: [headers.get(originSecretHeader), headers.get(viewerAddressHeader)],
      url: 'http://127.0.0.1:9/files/a.pdf',
    }),
  originSecret: 'the secret',
  storageUrl: 'http://127.0.0.1:9',
});
const request = (path: string, init?: RequestInit) =>
  front(new Request(`http://localhost:8080${path}`, init), '::ffff:203.0.113.7');

it.each([
  ['/news', 'site'],
  ['/_localised', 'site'],
  ['/mail-images/x.png', 'images'],
  ['/x/../_local/mail', 'local'],
])('the local server passes %s to the %s', async (path, part) => {
  expect(await (await request(path)).text()).toBe(part);
});

it('the local server passes a call to the API as the CDN does, whatever the caller claims, and has links to files under its own address', async () => {
  const headers = { [originSecretHeader]: 'forged', [viewerAddressHeader]: '192.0.2.1' };
  const reply = await request('/api/auth/login', { method: 'POST', headers });
  expect(await reply.json()).toEqual({
    told: ['the secret', '203.0.113.7'],
    url: 'http://localhost:8080/_local/files/files/a.pdf',
  });
});
