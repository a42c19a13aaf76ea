import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createSiteServer } from '../../../infra/edge/site-server.ts';
import { makeSite } from '../built-site.ts';

const site = makeSite();
const serve = createSiteServer(site);
const ask = (path: string, headers: Record<string, string> = {}) =>
  serve(new Request(`http://localhost${path}`, { headers }));

describe('the local server of the site', () => {
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
});
