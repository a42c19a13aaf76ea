import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundleEdgeFunction, largestFunctionBytes } from '../../../infra/edge/bundle.ts';
import { resolvePath } from '../../../infra/edge/clean-urls.ts';
import { siteHeaders } from '../../../infra/edge/headers.ts';
import { readSiteBuild } from '../../../infra/edge/site-build.ts';
import { createSiteServer } from '../../../infra/edge/site-server.ts';
import { makeSite } from '../built-site.ts';
import { cloudFront, edgeFunction } from './cloudfront.ts';

const site = makeSite();
const serve = createSiteServer(site);
const cdn = cloudFront(site);

const page = 'no-cache';
const file = 'public, max-age=86400';
const forever = 'public, max-age=31536000, immutable';

/** Path, query, status; then the redirect's target, or the caching. A 304 answers a browser that has the file already. */
const table: [path: string, query: string, status: number, outcome: string][] = [
  ['/', '', 200, page],
  ['/about', '', 200, page],
  ['/user/profile', '', 200, page],
  ['/about/', '', 301, '/about'],
  ['/about.html', '', 301, '/about'],
  ['/About', 'a=1&b=2&a=3', 301, '/about?a=1&a=3&b=2'],
  ['/pgconferences', '', 301, '/PGConferences'],
  ['/index.html', '', 301, '/'],
  ['/User/profile', '', 301, '/user'],
  ['//evil.example', '', 404, page],
  ['/nowhere', '', 404, page],
  ['/404', '', 404, page],
  ['/about%00', '', 404, page],
  ['/constructor', '', 404, page],
  ['/_astro/island.Bx3f_9Qa.js', '', 200, forever],
  ['/figures/klein.svg', '', 200, file],
  ['/og-card.png', 'v=2', 200, file],
  ['/news.atom', '', 200, page],
  ['/_astro/gone.js', '', 404, ''],
  ['/_astro/island.Bx3f_9Qa.js', '', 304, forever],
  ['/figures/../../edge/policies.json', '', 404, page],
];

/** The local server's answer; for a 304, to a browser that has the file already. */
async function answer(path: string, query: string, status: number): Promise<Response> {
  const ask = (headers: Record<string, string> = {}) =>
    serve(new Request(`http://localhost${path}${query && `?${query}`}`, { headers }));
  const first = await ask();
  return status === 304 ? ask({ 'if-none-match': first.headers.get('etag') ?? '' }) : first;
}

describe('the paths of the site', () => {
  it.each(table)('%s ?%s -> %i %s, from the CDN’s function too', async (path, query, status, outcome) => {
    const local = await answer(path, query, status);
    const sorted = (address?: string | null) =>
      address?.replace(/\?(.*)/, (_, q: string) => `?${q.split('&').sort().join('&')}`);
    const target =
      status === 301 ? sorted(local.headers.get('location')) : local.headers.get('cache-control');
    expect([local.status, target ?? '']).toEqual([status, outcome]);

    const edge = cdn(path, query, status === 304);
    expect(edge.statusCode).toBe(status);
    expect(edge.headers['cache-control']?.value).toBe(local.headers.get('cache-control') ?? undefined);
    expect(sorted(edge.headers['location']?.value) ?? null).toBe(
      sorted(local.headers.get('location')) ?? null,
    );
    // What the function does not set comes from the CDN's own headers; the file store's own error has none.
    const policy = edge.headers['content-security-policy']?.value ?? siteHeaders['content-security-policy'];
    if (edge.body || status === 301) expect(policy).toBe(local.headers.get('content-security-policy'));
    if (!edge.body) return;
    const [type] = local.headers.get('content-type')?.split(';') ?? [];
    expect(edge.headers['content-type']?.value.split(';')[0]).toBe(type);
    expect(edge.body).toEqual(Buffer.from(await local.arrayBuffer()));
  });

  it('redirects lead only to paths of this site, whatever is requested', () => {
    const tricks = [
      '//evil.example/',
      '/\\evil.example',
      '///about',
      '/%2e%2e//evil.example/about',
      '/about//',
      '/user//evil.example',
    ];
    for (const path of tricks) {
      const resolution = resolvePath(path, 'next=//evil.example', site.paths);
      if (resolution.kind === 'redirect') expect(resolution.location).toMatch(/^\/(?![/\\])/);
    }
  });
});

describe('the CDN’s functions', () => {
  // What S3 is told by the upload, which guesses types by their endings.
  it.each([
    ['/.well-known/security.txt', 'text/plain'],
    ['/news.atom', 'binary/octet-stream'],
    ['/calendar/session34.ics', 'text/calendar'],
  ])('set the type and character set of %s, as the local server does', async (uri, stored) => {
    const headers = { 'content-type': { value: stored } };
    const onResponse = edgeFunction('viewer-response', site);
    const reply = onResponse({ request: { uri }, response: { statusCode: 200, headers } });
    const local = await serve(new Request(`http://localhost${uri}`));
    for (const name of ['content-type', 'cache-control'])
      expect(reply.headers[name]?.value).toBe(local.headers.get(name));
  });

  interface Asked {
    method?: string;
    uri: string;
    host?: string;
    headers?: object;
    query?: object;
    siteHost?: string;
  }
  const ask = (
    name: 'viewer-request' | 'api-request',
    { method = 'GET', uri, host = 'd111.cloudfront.net', headers = {}, query = {}, siteHost }: Asked,
  ) =>
    edgeFunction(
      name,
      site,
      siteHost,
    )({
      viewer: { ip: '2001:db8::7' },
      request: { method, uri, querystring: query, headers: { host: { value: host }, ...headers } },
    });

  it('set the caller’s address, over whatever the caller claims', () => {
    const headers = { 'x-viewer-address': { value: '203.0.113.9' }, accept: { value: '*/*' } };
    const reply = ask('api-request', { method: 'POST', uri: '/api/auth/login', headers });
    expect(reply.headers).toMatchObject({ ...headers, 'x-viewer-address': { value: '2001:db8::7' } });
  });

  it('lead a GET of the one-click address to the page, and pass a POST to the API', () => {
    const asked = { uri: '/api/mail/unsubscribe', query: { token: { value: '1.announcements.x' } } };
    expect(ask('api-request', asked)).toMatchObject({
      statusCode: 302,
      headers: { location: { value: '/unsubscribe?token=1.announcements.x' } },
    });
    expect(ask('api-request', { ...asked, method: 'POST' })).toMatchObject({ uri: asked.uri });
  });

  describe('of a stage with several host names', () => {
    const siteHost = 'www.example.org';

    it.each([
      ['viewer-request', 'd111.cloudfront.net', '/awards/lifetime2025'],
      ['viewer-request', 'example.org', '/About%20us/'],
      ['api-request', 'example.org', '/api/mail/unsubscribe'],
    ] as const)('%s leads https://%s%s to the site’s own, path and query kept', (name, host, uri) => {
      const query = { a: { value: '1', multiValue: [{ value: '1' }, { value: '2' }] }, b: { value: '' } };
      for (const method of ['GET', 'HEAD'])
        expect(ask(name, { host, method, uri, query, siteHost })).toMatchObject({
          statusCode: 301,
          headers: {
            location: { value: `https://www.example.org${uri}?a=1&a=2&b` },
            'strict-transport-security': { value: 'max-age=63072000' },
          },
        });
    });

    it('answer at the site’s own name, in any spelling, and without a domain at every name', () => {
      const uri = '/about';
      const page = { uri: '/about.html' };
      expect(ask('viewer-request', { host: 'WWW.Example.org', uri, siteHost })).toMatchObject(page);
      expect(ask('viewer-request', { uri })).toMatchObject(page);
    });

    it('pass calls that change something, such as one-click unsubscribing in an earlier email', () =>
      expect(ask('api-request', { method: 'POST', uri: '/api/x', siteHost })).toMatchObject({
        uri: '/api/x',
      }));
  });

  it.each(['viewer-request', 'viewer-response', 'api-request'] as const)(
    'fit CloudFront’s limit: %s with 250 pages and the policies of the built site',
    (name) => {
      const many = Array.from({ length: 250 }, (_, n) => `/people/given-family${n}`);
      const paths = { ...site.paths, pages: Object.fromEntries(many.map((p) => [p, p])) };
      const { policies } = readSiteBuild(join(import.meta.dirname, '../../../dist'));
      const script = bundleEdgeFunction(name, { paths, policies }, 'www.example.org');
      expect(Buffer.byteLength(script)).toBeLessThanOrEqual(largestFunctionBytes);
      expect(script).toContain('function handler(event)');
      expect(script).not.toMatch(/\b(import|export|class|async)\b|\.\.\./);
    },
  );
});
