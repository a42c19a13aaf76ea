import { createHash } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { SessionTokens } from '../domain/sessions/session.ts';

const TYPE = 'ag-session+jwt';
const AUDIENCE = 'member';
/** Three parts, the last of exactly 32 bytes: JWT text is malleable where a decoder forgives. */
const SHAPE = /^[\w-]+\.[\w-]+\.[\w-]{43}$/;

const Payload = z.object({ sub: z.string(), jti: z.string(), aud: z.literal(AUDIENCE) });

export interface TokenKeys {
  /** Signs, and is accepted. */
  current: string;
  /** Still accepted while tokens of it live. */
  previous?: string | undefined;
}

/** HS256 session tokens: contract, "The session token". `issuer` is the site's address. */
export function jwtSessionTokens(keys: TokenKeys, issuer: string): SessionTokens {
  const current = named(keys.current);
  const known = new Map(
    [keys.current, keys.previous].flatMap((key) => (key ? [named(key)] : [])).map((k) => [k.kid, k.key]),
  );

  return {
    issue: ({ uid, sessionId, username, email, issuedAt, expiresAt }) =>
      new SignJWT({ username, email })
        .setProtectedHeader({ alg: 'HS256', typ: TYPE, kid: current.kid })
        .setSubject(uid)
        .setJti(sessionId)
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(current.key),

    async read(token, now) {
      if (!SHAPE.test(token)) return undefined;
      try {
        const { payload } = await jwtVerify(token, ({ kid }) => keyOf(known, kid), {
          algorithms: ['HS256'],
          issuer,
          audience: AUDIENCE,
          typ: TYPE,
          requiredClaims: ['sub', 'jti', 'iat', 'exp'],
          currentDate: now ?? new Date(0),
        });
        const claims = Payload.safeParse(payload);
        return claims.success ? { uid: claims.data.sub, sessionId: claims.data.jti } : undefined;
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
