import { createHash } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';

/** Three parts, the last of exactly 32 bytes: JWT text is malleable where a decoder forgives. */
const SHAPE = /^[\w-]+\.[\w-]+\.[\w-]{43}$/;

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
  requiredClaims: string[];
}

/** HS256 tokens of one kind. `issuer` is the site's address. */
export function signedTokens(keys: TokenKeys, issuer: string, kind: TokenKind) {
  const current = named(keys.current);
  const known = new Map(
    [keys.current, keys.previous].flatMap((key) => (key ? [named(key)] : [])).map((k) => [k.kid, k.key]),
  );

  return {
    sign: (claims: JWTPayload, { issuedAt, expiresAt }: { issuedAt: Date; expiresAt: Date }) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: kind.type, kid: current.kid })
        .setIssuer(issuer)
        .setAudience(kind.audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(current.key),

    /** The claims, undefined unless the token is of this kind, ours, whole and not outdated at `now`; null leaves the age aside. */
    async verify(token: string, now: Date | null): Promise<JWTPayload | undefined> {
      if (!SHAPE.test(token)) return undefined;
      try {
        const { payload } = await jwtVerify(token, ({ kid }) => keyOf(known, kid), {
          algorithms: ['HS256'],
          issuer,
          audience: kind.audience,
          typ: kind.type,
          requiredClaims: [...kind.requiredClaims, 'iat', 'exp'],
          currentDate: now ?? new Date(0),
        });
        return payload;
      } catch (cause) {
        if (cause instanceof errors.JOSEError) return undefined;
        throw cause;
      }
    },
  };
}

const named = (text: string) => ({
  kid: createHash('sha256').update(text).digest('hex').slice(0, 8),
  key: new TextEncoder().encode(text),
});

function keyOf(known: ReadonlyMap<string, Uint8Array>, kid: string | undefined): Uint8Array {
  const key = known.get(kid ?? '');
  if (!key) throw new errors.JWKSNoMatchingKey();
  return key;
}
