import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MESSAGE_STYLE } from '../../../functions/mail/campaigns/message.ts';
import { apiHeaders, pageHeaders } from '../../../infra/edge/headers.ts';

const script = 'sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
const style = 'sha256-BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB=';
/** What the preview of a mail needs, whose frame inherits the policy. */
const mailStyle = `sha256-${createHash('sha256').update(MESSAGE_STYLE).digest('base64')}`;
const headers = pageHeaders({ scriptHashes: [script], styleHashes: [style] });

const directives = (policy = '') =>
  Object.fromEntries(
    policy.split('; ').map((each) => [each.split(' ')[0] ?? '', each.split(' ').slice(1).join(' ')]),
  );

describe('the policy of a page', () => {
  const policy = directives(headers['content-security-policy']);

  it.each([
    ['default-src', "'none'"],
    ['script-src', `'self' '${script}'`],
    ['style-src', `'self' '${style}' '${mailStyle}'`],
    ['img-src', "'self' data:"],
    ['font-src', "'self'"],
    ['connect-src', "'self'"],
    ['form-action', "'self'"],
    ['base-uri', "'none'"],
    ['frame-ancestors', "'none'"],
    ['object-src', "'none'"],
  ])('%s is %s', (directive, sources) => expect(policy[directive]).toBe(sources));

  it('trusts no other origin, nothing inline without its hash, and nothing unsafe', () => {
    const { 'img-src': pictures, ...others } = policy;
    expect(Object.values(others).join(' ')).not.toMatch(/unsafe|https?:|\*|data:|blob:/);
    expect(pictures).not.toMatch(/unsafe|https?:|\*|blob:/);
  });

  it('is itself without hashes', () => {
    const bare = directives(pageHeaders({ scriptHashes: [], styleHashes: [] })['content-security-policy']);
    expect(bare).toMatchObject({ 'script-src': "'self'", 'style-src': `'self' '${mailStyle}'` });
  });
});

describe('every reply', () => {
  it.each([
    ['a page', headers],
    ['the API and redirects', apiHeaders],
  ])('%s keeps to HTTPS, its type, its own frame and its own origin', (_, reply) => {
    expect(reply).toMatchObject({
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'referrer-policy': expect.stringMatching(/^(no-referrer|strict-origin-when-cross-origin)$/),
    });
  });

  it('a page stands alone in its window and asks for no device', () => {
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    for (const device of ['camera', 'geolocation', 'microphone', 'payment', 'usb']) {
      expect(headers['permissions-policy']).toContain(`${device}=()`);
    }
  });
});
