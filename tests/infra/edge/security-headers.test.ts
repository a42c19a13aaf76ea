import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MESSAGE_STYLE } from '../../../functions/mail/transactional/mail-layout.ts';
import { filePolicy, type SitePolicies } from '../../../infra/edge/content-policy.ts';
import { apiHeaders, siteHeaders } from '../../../infra/edge/headers.ts';
import { readSiteBuild } from '../../../infra/edge/site-build.ts';
import { createSiteServer } from '../../../infra/edge/site-server.ts';
import { SCRIPT_HASH, STYLE_HASH } from '../built-site.ts';

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
const policies: SitePolicies = {
  pages: [
    { scriptHashes: [SCRIPT_HASH], styleHashes: [STYLE_HASH], paths: [] },
    { scriptHashes: [], styleHashes: [STYLE_HASH], paths: ['/', '/awards'] },
  ],
  drawingStyles: ['sha256-drawing='],
};

const directives = (policy = '') =>
  Object.fromEntries(
    policy.split('; ').map((each) => [each.split(' ')[0] ?? '', each.split(' ').slice(1).join(' ')]),
  );

describe('the content security policy of a page', () => {
  const policy = directives(filePolicy('/news.html', policies));

  it('is this, and nothing else', () =>
    expect(policy).toEqual({
      'default-src': "'none'",
      'script-src': `'self' '${SCRIPT_HASH}'`,
      'style-src': `'self' '${STYLE_HASH}'`,
      'img-src': "'self' data:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'manifest-src': "'self'",
      'form-action': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'object-src': "'none'",
    }));

  it('allows nothing inline where the CDN’s function did not run', () =>
    expect(directives(siteHeaders['content-security-policy'])).toEqual({
      ...policy,
      'script-src': "'self'",
      'style-src': "'self'",
    }));
});

describe('every reply', () => {
  const always = {
    'strict-transport-security': 'max-age=63072000',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-origin',
  };

  it('isolates a page in its window and denies devices', () => {
    const { 'content-security-policy': _, 'permissions-policy': devices = '', ...others } = siteHeaders;
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

describe('the built site', () => {
  const site = readSiteBuild(join(import.meta.dirname, '../../../dist'));
  const serve = createSiteServer(site);
  const policyOf = (file: string) => filePolicy(`/${file}`, site.policies) ?? '';

  // What MDN's Observatory checks.
  it.each(['/', '/user/profile', '/nowhere', '/og-card.png'])(
    '%s comes with all of these headers, sets no cookie and opens itself to no other origin',
    async (path) => {
      const { headers } = await serve(new Request(`http://localhost${path}`));
      expect(Object.fromEntries(headers)).toMatchObject({
        ...siteHeaders,
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      expect([...headers.keys()].filter((name) => /^set-cookie|^access-control-/.test(name))).toEqual([]);
    },
  );

  /** HTML, "prepare the script element": a block of data is never run, so that no policy is asked about it. */
  const isData = (attributes: string) => attributes === ' type="application/ld+json"';

  /** Content that the policy would block, or that comes from another origin. */
  const breachesOf = (html: string, policy: string): string[] => {
    const inline = (tag: string) =>
      [...html.matchAll(new RegExp(`<${tag}\\b([^>]*)>(.*?)</${tag}>`, 'gs'))].flatMap(
        ([, attributes = '', text = '']) =>
          /\bsrc=/.test(attributes) || isData(attributes) || policy.includes(`'${hashOf(text)}'`)
            ? []
            : [`<${tag}> ${text.slice(0, 80)}`],
      );
    const tags = html.match(/<[a-z][^>]*>/g) ?? [];
    return [
      ...inline('script'),
      ...inline('style'),
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
      breachesOf(readFileSync(join(site.folder, page), 'utf8'), policyOf(page)).map(
        (each) => `${page}: ${each}`,
      ),
    );
    expect(breaches).toEqual([]);
  });

  it('lets the user center alone show emails, whose style is not its own', () => {
    const mailStyle = hashOf(MESSAGE_STYLE);
    const pages = globSync('**/*.html', { cwd: site.folder });
    expect(pages.filter((page) => policyOf(page).includes(mailStyle))).toEqual(['user.html']);
  });
});
