import { createHash } from 'node:crypto';
import { type CryptoKey, errors, type JWTHeaderParameters, type JWTPayload, jwtVerify, SignJWT } from 'jose';

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

interface Lifetime {
  issuedAt: Date;
  expiresAt: Date;
}

const ALGORITHM = 'HS256';

/** One spelling for one signature: 256 bits are 43 letters, of which the last has two bits to spare (RFC 4648, section 3.5). */
const ONE_SPELLING = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/;

/** HS256 tokens of one kind. `issuer` is the site's address. */
export function tokenSigner(keys: TokenKeys, issuer: string, { type, audience }: TokenKind) {
  const current = signingKey(keys.current);
  const accepted = [current, ...(keys.previous ? [signingKey(keys.previous)] : [])];
  const findKey = ({ kid }: JWTHeaderParameters) => {
    const key = accepted.find((each) => each.kid === kid);
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key.load();
  };

  return {
    async sign(claims: JWTPayload, { issuedAt, expiresAt }: Lifetime): Promise<string> {
      return new SignJWT({ ...claims, iss: issuer, aud: audience })
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .setProtectedHeader({ alg: ALGORITHM, typ: type, kid: current.kid })
        .sign(await current.load());
    },

    /** The claims, undefined unless the token is of this kind, ours, whole and not outdated at `now`; null leaves the age aside. */
    async verify(token: string, now: Date | null): Promise<JWTPayload | undefined> {
      if (!ONE_SPELLING.test(token)) return undefined;
      try {
        const { payload } = await jwtVerify(token, findKey, {
          algorithms: [ALGORITHM],
          typ: type,
          issuer,
          audience,
          requiredClaims: ['iat', 'exp'],
          currentDate: now ?? new Date(0),
        });
        // A list of audiences passes jose where ours is one of them.
        return payload.aud === audience ? payload : undefined;
      } catch (cause) {
        if (cause instanceof errors.JOSEError) return undefined;
        throw cause;
      }
    },
  };
}

export type TokenSigner = ReturnType<typeof tokenSigner>;

/** Imported once, by the first token: of the bytes alone, jose would do so for each. */
function signingKey(secret: string) {
  let imported: Promise<CryptoKey> | undefined;
  return {
    kid: createHash('sha256').update(secret).digest('hex').slice(0, 8),
    load: () => {
      imported ??= crypto.subtle.importKey(
        'raw',
        new TextEncoder().encode(secret),
        { name: 'HMAC', hash: 'SHA-256' },
        false,
        ['sign', 'verify'],
      );
      return imported;
    },
  };
}
