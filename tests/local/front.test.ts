import { expect, it } from 'vitest';
import { originSecretHeader, viewerAddressHeader } from '#shared/deployment';
import { apiHeaders } from '../../infra/edge/headers.ts';
import { createFront } from '../../infra/local/front.ts';

/** Parts that reply with their name; the API also with the request. */
const parts = {
  site: () => new Response('site'),
  api: async (request: Request) =>
    Response.json(
      {
        secret: request.headers.get(originSecretHeader),
        address: request.headers.get(viewerAddressHeader),
        body: await request.text(),
      },
      { status: 201, headers: { 'cache-control': 'no-store' } },
    ),
  localRoutes: () => new Response('local'),
  images: () => new Response('images'),
  originSecret: 'the secret',
  storageUrl: 'http://127.0.0.1:9',
};
const front = createFront(parts);
const request = (path: string, init?: RequestInit) =>
  front(new Request(`http://localhost:8080${path}`, init), '203.0.113.7');

it.each([
  ['/', 'site'],
  ['/news', 'site'],
  ['/api', 'site'],
  ['/apiary', 'site'],
  ['/API/x', 'site'],
  ['/_localised', 'site'],
  ['/x/_local/mail', 'site'],
  ['/mail-images/x.png', 'images'],
  ['/mail-images', 'site'],
  ['/_local', 'local'],
  ['/_local/mail', 'local'],
  ['/x/../_local/mail', 'local'],
])('the local server passes %s to the %s', async (path, part) => {
  expect(await (await request(path)).text()).toBe(part);
});

it('the local server passes a call to the API as the CDN does, whatever the caller claims', async () => {
  const reply = await request('/api/auth/login', {
    method: 'POST',
    body: 'hello',
    headers: { [originSecretHeader]: 'forged', [viewerAddressHeader]: '192.0.2.1' },
  });
  expect(reply.status).toBe(201);
  expect(await reply.json()).toEqual({ secret: 'the secret', address: '203.0.113.7', body: 'hello' });
});

it.each([
  ['::ffff:127.0.0.1', '127.0.0.1'],
  ['2001:db8::7', '2001:db8::7'],
])('the local server passes the address %s of a caller on as %s', async (socket, address) => {
  const reply = await front(new Request('http://localhost:8080/api/x'), socket);
  expect(await reply.json()).toMatchObject({ address });
});

it("the local server adds the CDN's headers to the API's replies", async () => {
  const { headers } = await request('/api/x');
  expect(Object.fromEntries(headers)).toMatchObject({ ...apiHeaders, 'cache-control': 'no-store' });
});

it('the local server has the links to files under its own address', async () => {
  const withLink = createFront({
    ...parts,
    api: () => Response.json({ data: { url: 'http://127.0.0.1:9/files/archive/a.pdf?X-Amz-Signature=1' } }),
  });
  const reply = await withLink(new Request('http://localhost:8080/api/gmp/archive'), '203.0.113.7');
  expect(await reply.json()).toEqual({
    data: { url: 'http://localhost:8080/_local/files/files/archive/a.pdf?X-Amz-Signature=1' },
  });
});

it('the local server leads a GET of the one-click address to the page with the button', async () => {
  const reply = await request('/api/mail/unsubscribe?token=1.announcements.x');
  expect(reply.status).toBe(302);
  expect(reply.headers.get('location')).toBe('/unsubscribe?token=1.announcements.x');
  expect((await request('/api/mail/unsubscribe', { method: 'POST', body: '' })).status).toBe(201);
});
