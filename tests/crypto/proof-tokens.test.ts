import { createCipheriv, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sealedProofTokens } from '../../functions/crypto/proof-tokens.ts';
import { jwtSessionTokens } from '../../functions/crypto/session-tokens.ts';

const KEY = 'key-of-the-proofs-0123456789-0123456789';
const OTHER = 'another-key-0123456789-0123456789-01234';
const SITE = 'https://www.example.org';
const tokens = sealedProofTokens({ current: KEY }, SITE);
const proof = { uid: '31415926', version: 3 };
const sealed = tokens.seal(proof);

describe('a sealed proof', () => {
  it('opens to what was sealed, and is the same every time', () => {
    expect(tokens.open(sealed)).toEqual(proof);
    expect(tokens.seal(proof)).toBe(sealed);
  });

  it('is another one for another version and another member, from the first byte on', () => {
    const starts = [proof, { ...proof, version: 4 }, { ...proof, uid: '31415927' }].map((each) =>
      tokens.seal(each).slice(0, 8),
    );
    expect(new Set(starts).size).toBe(3);
  });

  it('tells nothing: neither ID nor version can be read in it, and it stays short', () => {
    const bytes = Buffer.from(sealed, 'base64url').toString('latin1');
    expect(bytes).not.toContain(proof.uid);
    expect(sealed).toMatch(/^[\w-]{51}$/);
  });

  it('opens with the key before, and no longer than that one is known', () => {
    expect(sealedProofTokens({ current: OTHER, previous: KEY }, SITE).open(sealed)).toEqual(proof);
    expect(sealedProofTokens({ current: OTHER }, SITE).open(sealed)).toBeUndefined();
  });
});

describe('a forged proof', () => {
  const flip = (index: number) => {
    const bytes = Buffer.from(sealed, 'base64url');
    bytes[index] = (bytes[index] ?? 0) ^ 1;
    return bytes.toString('base64url');
  };
  const withRandomKey = () => {
    const cipher = createCipheriv('aes-256-gcm', randomBytes(32), Buffer.alloc(12));
    const text = Buffer.concat([cipher.update('31415926.3'), cipher.final()]);
    return Buffer.concat([Buffer.alloc(12), text, cipher.getAuthTag()]).toString('base64url');
  };

  it.each([
    ['nothing', ''],
    ['a word', 'teapot'],
    ['the ID in clear', '31415926.3'],
    ['its nonce changed', flip(0)],
    ['its text changed', flip(14)],
    ['its tag changed', flip(37)],
    ['its first part alone', sealed.slice(0, 38)],
    ['its last character gone', sealed.slice(0, -1)],
    ['a character more', `${sealed}A`],
    ['a padding', `${sealed}=`],
    ['a space', `${sealed} `],
    ['loose last bits', sealed.slice(0, -1) + String.fromCharCode(sealed.charCodeAt(50) + 1)],
    ['another alphabet', sealed.replace(/[-_]/g, (c) => (c === '-' ? '+' : '/')).concat('==')],
    ['twice', sealed + sealed],
    ['of a key of their own', withRandomKey()],
    ['of another site', sealedProofTokens({ current: KEY }, 'https://other.example.org').seal(proof)],
    ['of another key', sealedProofTokens({ current: OTHER }, SITE).seal(proof)],
    ['no ID in it', tokens.seal({ uid: '', version: 1 })],
    ['a word for an ID', tokens.seal({ uid: 'MEMBER', version: 1 })],
    ['a part of a version', tokens.seal({ uid: '31415926', version: 1.5 })],
    ['very long', 'A'.repeat(400)],
  ])('%s opens nothing', (_, token) => {
    expect(tokens.open(token)).toBeUndefined();
  });

  it('a token of a session opens nothing either', async () => {
    const session = await jwtSessionTokens({ current: KEY }, SITE).issue({
      uid: proof.uid,
      sessionId: 'session',
      username: 'utah_teapot',
      email: 'teapot@example.org',
      issuedAt: new Date(),
      expiresAt: new Date(Date.now() + 60_000),
    });
    expect(tokens.open(session)).toBeUndefined();
  });
});
