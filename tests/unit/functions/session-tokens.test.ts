import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { readSessionToken, sessionTokenKind } from '../../../functions/account/sessions.ts';
import { type TokenKeys, tokenSigner } from '../../../functions/platform/tokens.ts';

const KEY = 'current-key-0123456789-0123456789-01';
const OLD = 'earlier-key-0123456789-0123456789-01';
const ISSUER = 'https://www.example.org';
const now = new Date('2026-03-02T08:00:00Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const claims = {
  sub: '31415926',
  jti: 'c2Vzc2lvbg',
  username: 'utah_teapot',
  email: 'teapot@example.org',
};
function tokensWith(keys: TokenKeys) {
  const sessionTokens = tokenSigner(keys, ISSUER, sessionTokenKind);
  return {
    issue: () => sessionTokens.sign(claims, { issuedAt: now, expiresAt: later(60) }),
    read: (token: string, at: Date | null) => readSessionToken({ sessionTokens }, token, at),
  };
}
const tokens = tokensWith({ current: KEY });
const known = { uid: claims.sub, sessionId: claims.jti };
const decode = (part: string | undefined) => JSON.parse(Buffer.from(part ?? '', 'base64url').toString());
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a session token', () => {
  it('survives one change of the key, not two', async () => {
    const token = await tokensWith({ current: OLD }).issue();
    expect(await tokensWith({ current: KEY, previous: OLD }).read(token, now)).toEqual(known);
    expect(await tokens.read(token, now)).toBeUndefined();
  });

  const kid = async () => decode((await tokens.issue()).split('.')[0]).kid;
  const signed = async (payload: object, header: object = {}, key = KEY) =>
    new SignJWT({
      jti: claims.jti,
      sub: claims.sub,
      iss: ISSUER,
      aud: 'member',
      iat: now.getTime() / 1000,
      exp: later(60).getTime() / 1000,
      ...payload,
    })
      .setProtectedHeader({ alg: 'HS256', typ: 'ag-session+jwt', kid: await kid(), ...header })
      .sign(new TextEncoder().encode(key));

  it.each<[string, () => Promise<string>, accepted?: typeof known]>([
    ['no mistake, as a check of this test, or not', async () => signed({}), known],
    ['another key', async () => signed({}, {}, OLD)],
    ['an unknown kid', async () => signed({}, { kid: 'deadbeef' })],
    ['another type', async () => signed({}, { typ: 'JWT' })],
    ['another algorithm', async () => signed({}, { alg: 'HS512' }, KEY.repeat(2))],
    ['a list of audiences with ours', async () => signed({ aud: ['member', 'x'] })],
    ['another issuer', async () => signed({ iss: 'https://example.com' })],
    ['no subject', async () => signed({ sub: undefined })],
    ['an end in the past', async () => signed({ exp: now.getTime() / 1000 - 1 })],
    ['no end', async () => signed({ exp: undefined })],
    [
      'no signature',
      async () =>
        `${encode({ alg: 'none', typ: 'ag-session+jwt' })}.${encode({ sub: claims.sub, jti: 'x', aud: 'member' })}.`,
    ],
    [
      'a changed payload',
      async () => {
        const [header, payload, signature] = (await tokens.issue()).split('.');
        return `${header}.${encode({ ...decode(payload), sub: '27182818' })}.${signature}`;
      },
    ],
    [
      'another last letter, which says the same bytes',
      async () => {
        const token = await tokens.issue();
        const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
        return token.slice(0, -1) + letters[letters.indexOf(token.slice(-1)) ^ 1];
      },
    ],
  ])('is rejected with %s', async (_what, forge, accepted) => {
    expect(await tokens.read(await forge(), now)).toEqual(accepted);
  });
});
