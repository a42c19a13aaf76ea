import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createSiteServer } from '../../../infra/edge/site-server.ts';
import { makeSite } from '../built-site.ts';

const site = makeSite();
const serve = createSiteServer(site);
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  serve(new Request(`http://localhost${path}`, { method, headers }));

describe('the local server of the site', () => {
  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/figures/klein.svg', 'image/svg+xml; charset=utf-8'],
    ['/og-card.png', 'image/png'],
    ['/news.atom', 'application/atom+xml; charset=utf-8'],
    ['/calendar/session34.ics', 'text/calendar; charset=utf-8'],
    ['/data/editions.csv', 'text/csv; charset=utf-8'],
  ])('%s is %s', async (path, type) => expect((await ask(path)).headers.get('content-type')).toBe(type));

  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['', null, (bytes: Uint8Array) => Buffer.from(bytes)],
  ])('for "%s" sends a page as %s', async (accepted, coding, decode) => {
    const reply = await ask('/about', { 'accept-encoding': accepted });
    const bytes = new Uint8Array(await reply.arrayBuffer());
    expect(reply.headers.get('content-encoding')).toBe(coding);
    expect(reply.headers.get('content-length')).toBe(String(bytes.length));
    expect(reply.headers.get('vary')).toBe('accept-encoding');
    expect(decode(bytes).toString()).toContain('<title>/about</title>');
  });

  it('answers 304 for unchanged files only', async () => {
    const etag = (await ask('/about', { 'accept-encoding': 'br' })).headers.get('etag') ?? '';
    const again = await ask('/about', { 'accept-encoding': 'br', 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(again.headers.get('cache-control')).toBe('no-cache');
    expect((await ask('/about', { 'if-none-match': etag })).status).toBe(200);
    expect((await ask('/awards', { 'accept-encoding': 'br', 'if-none-match': etag })).status).toBe(200);
  });
});
