import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MESSAGE_STYLE } from '../../../functions/mail/campaigns/message.ts';
import { apiHeaders, pageHeaders } from '../../../infra/edge/headers.ts';
import { readSiteBuild } from '../../../infra/edge/site-build.ts';
import { createSiteServer } from '../../../infra/edge/site-server.ts';

const script = 'sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
const style = 'sha256-BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB=';
const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
/** Needed by the preview of a message, whose frame inherits the policy. */
const mailStyle = hashOf(MESSAGE_STYLE);
const headers = pageHeaders({ scriptHashes: [script], styleHashes: [style] });

const directives = (policy = '') =>
  Object.fromEntries(
    policy.split('; ').map((each) => [each.split(' ')[0] ?? '', each.split(' ').slice(1).join(' ')]),
  );

describe('the content security policy of a page', () => {
  const policy = directives(headers['content-security-policy']);

  it('is this, and nothing else', () =>
    expect(policy).toEqual({
      'default-src': "'none'",
      'script-src': `'self' '${script}'`,
      'style-src': `'self' '${style}' '${mailStyle}'`,
      'img-src': "'self' data:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'manifest-src': "'self'",
      'form-action': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'object-src': "'none'",
    }));

  it('allows no other origin, no inline code without its hash, and nothing unsafe', () => {
    const { 'img-src': pictures, ...others } = policy;
    expect(Object.values(others).join(' ')).not.toMatch(/unsafe|https?:|\*|data:|blob:/);
    expect(pictures).not.toMatch(/unsafe|https?:|\*|blob:/);
  });

  it('is complete without hashes', () => {
    const bare = directives(pageHeaders({ scriptHashes: [], styleHashes: [] })['content-security-policy']);
    expect(bare).toMatchObject({ 'script-src': "'self'", 'style-src': `'self' '${mailStyle}'` });
  });
});

describe('every reply', () => {
  const always = {
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-origin',
  };

  it('isolates a page in its window and denies devices', () => {
    const { 'content-security-policy': _, 'permissions-policy': devices = '', ...others } = headers;
    expect(others).toEqual({
      ...always,
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(devices.split(', ').every((each) => each.endsWith('=()'))).toBe(true);
    for (const device of ['camera', 'geolocation', 'microphone', 'payment', 'usb'])
      expect(devices).toContain(`${device}=()`);
  });

  it('of the API and of redirects is no page, and says nowhere where it was asked for', () =>
    expect(apiHeaders).toEqual({
      ...always,
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
    }));
});

/** The headers and page properties that MDN's Observatory checks. */
describe('the built site', () => {
  const site = readSiteBuild(join(import.meta.dirname, '../../../dist'));
  const serve = createSiteServer(site);

  it.each(['/', '/news', '/login', '/user', '/user/profile', '/proof'])(
    '%s comes with all of these headers, sets no cookie and opens itself to no other origin',
    async (path) => {
      const reply = await serve(new Request(`http://localhost${path}`));
      expect(reply.status).toBe(200);
      expect(Object.fromEntries(reply.headers)).toMatchObject(pageHeaders(site.hashes));
      expect(reply.headers.getSetCookie()).toEqual([]);
      expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    },
  );

  /** HTML, "prepare the script element": a block of data is never run, so that no policy is asked about it. */
  const isData = (attributes: string) => attributes === ' type="application/ld+json"';

  /** Content that the policy would block, or that comes from another origin. */
  const breachesOf = (html: string): string[] => {
    const { scriptHashes, styleHashes } = site.hashes;
    const inline = (tag: string, hashes: readonly string[]) =>
      [...html.matchAll(new RegExp(`<${tag}\\b([^>]*)>(.*?)</${tag}>`, 'gs'))].flatMap(
        ([, attributes = '', text = '']) =>
          /\bsrc=/.test(attributes) || isData(attributes) || hashes.includes(hashOf(text))
            ? []
            : [`<${tag}> ${text.slice(0, 80)}`],
      );
    const tags = html.match(/<[a-z][^>]*>/g) ?? [];
    return [
      ...inline('script', scriptHashes),
      ...inline('style', styleHashes),
      ...tags.filter((tag) => /\s(style|on[a-z]+)=/.test(tag.replace(/"[^"]*"/g, '""'))),
      ...tags.filter((tag) => /^<(script|img|iframe|source)\b.*\ssrc="(?!\/(?!\/)|data:)/.test(tag)),
      ...tags.filter((tag) =>
        /^<link\b.*rel="(stylesheet|preload|modulepreload)".*href="(?!\/(?!\/))/.test(tag),
      ),
      ...tags.filter((tag) => /^<meta\b.*http-equiv/i.test(tag)),
    ];
  };

  it('has nothing that the policy would stop, and nothing of another origin', () => {
    const pages = globSync('**/*.html', { cwd: site.folder });
    expect(pages.length).toBeGreaterThan(20);
    const breaches = pages.flatMap((page) =>
      breachesOf(readFileSync(join(site.folder, page), 'utf8')).map((each) => `${page}: ${each}`),
    );
    expect(breaches).toEqual([]);
  });

  it.each([
    '<script>alert(1)</script>',
    '<script type="application/ld+json" type="module">alert(1)</script>',
    '<style>p{}</style>',
    '<p style="color:red">',
    '<p onclick="alert(1)">',
    '<script src="//evil.example/a.js"></script>',
    '<img src="https://evil.example/a.png">',
    '<link rel="stylesheet" href="https://evil.example/a.css">',
    '<meta http-equiv="refresh" content="0">',
  ])('would notice %s', (html) => expect(breachesOf(html)).toHaveLength(1));
});
