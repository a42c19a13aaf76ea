import { createHash, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';

export interface TokenKeys {
  /** Signs, and is accepted. */
  current: string;
  /** Still accepted while tokens of it live. */
  previous?: string | undefined;
}

/** What keeps one kind of token from being taken for another. */
export interface TokenKind {
  type: string;
  audience: string;
}

/**
 * HS256 tokens of one kind. `issuer` is the site's address. Only what was signed here is read: the header is compared with
 * the one that we write, so that no token has a say in how it is checked.
 */
export function signedTokens(keys: TokenKeys, issuer: string, { type, audience }: TokenKind) {
  const signerOf = (key: string) => {
    const header = encode({ alg: 'HS256', typ: type, kid: sha256(key).slice(0, 8) });
    const secret = createSecretKey(key, 'utf8');
    const signed = (payload: string) => {
      const text = `${header}.${payload}`;
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
    };
    return { header, signed };
  };
  const current = signerOf(keys.current);
  const signers = [current, ...(keys.previous ? [signerOf(keys.previous)] : [])];
  const Claims = z.looseObject({
    iss: z.literal(issuer),
    aud: z.literal(audience),
    iat: z.number(),
    exp: z.number(),
  });

  return {
    sign: (claims: object, { issuedAt, expiresAt }: { issuedAt: Date; expiresAt: Date }): string => {
      const iat = Math.floor(issuedAt.getTime() / 1000);
      const exp = Math.floor(expiresAt.getTime() / 1000);
      return current.signed(encode({ ...claims, iss: issuer, aud: audience, iat, exp }));
    },

    /** The claims, undefined unless the token is of this kind, ours, whole and not outdated at `now`; null leaves the age aside. */
    verify(token: string, now: Date | null): Record<string, unknown> | undefined {
      const [header, payload = ''] = token.split('.', 2);
      const signer = signers.find((each) => each.header === header);
      if (!signer || !equal(token, signer.signed(payload))) return undefined;
      const claims = Claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
      if (!claims.success) return undefined;
      const isOutdated = now !== null && claims.data.exp <= now.getTime() / 1000;
      return isOutdated ? undefined : claims.data;
    },
  };
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
