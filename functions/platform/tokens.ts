import { createHash } from 'node:crypto';
import { errors, type JWTHeaderParameters, type JWTPayload, jwtVerify, SignJWT } from 'jose';

export interface TokenKeys {
  /** Signs tokens, which are accepted. */
  current: string;
  /** Signs nothing; its tokens are accepted while they are valid. */
  previous?: string | undefined;
}

/** Keeps tokens of one kind from being accepted as another. */
export interface TokenKind {
  type: string;
  audience: string;
}

interface Lifetime {
  issuedAt: Date;
  expiresAt: Date;
}

const ALGORITHM = 'HS256';

/**
 * The only valid spelling of a signature: 256 bits are 43 letters, of which the last has two bits to spare (RFC 4648,
 * section 3.5).
 */
const ONE_SPELLING = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/;

/** A member's page asks several calls of one process, each with the same token. */
const MAX_VERIFIED = 10_000;

/** HS256 tokens of one kind. `issuer` is the site's address. */
export function tokenSigner(keys: TokenKeys, issuer: string, { type, audience }: TokenKind) {
  const current = signingKey(keys.current);
  const accepted = [current, ...(keys.previous ? [signingKey(keys.previous)] : [])];
  const findKey = ({ kid }: JWTHeaderParameters) => {
    const key = accepted.find((each) => each.kid === kid);
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key.bytes;
  };

  /** The claims of tokens whose signature this process has verified. They count until their expiry. */
  const verified = new Map<string, JWTPayload>();

  async function verifySignature(token: string): Promise<JWTPayload | undefined> {
    const known = verified.get(token);
    if (known) return known;
    const { payload } = await jwtVerify(token, findKey, {
      algorithms: [ALGORITHM],
      typ: type,
      issuer,
      audience,
      requiredClaims: ['iat', 'exp'],
      // The expiry depends on the call.
      currentDate: new Date(0),
    });
    // jose accepts a list of audiences that contains ours.
    if (payload.aud !== audience) return undefined;
    if (verified.size >= MAX_VERIFIED) verified.clear();
    verified.set(token, payload);
    return payload;
  }

  return {
    async sign(claims: JWTPayload, { issuedAt, expiresAt }: Lifetime): Promise<string> {
      return new SignJWT({ ...claims, iss: issuer, aud: audience })
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .setProtectedHeader({ alg: ALGORITHM, typ: type, kid: current.kid })
        .sign(current.bytes);
    },

    /**
     * The claims; undefined unless the token is of this kind, signed by us, unchanged and not expired at `now`. Null
     * ignores the expiry.
     */
    async verify(token: string, now: Date | null): Promise<JWTPayload | undefined> {
      if (!ONE_SPELLING.test(token)) return undefined;
      try {
        const payload = await verifySignature(token);
        const isExpired = now && Number(payload?.exp) <= now.getTime() / 1000;
        return isExpired ? undefined : payload;
      } catch (cause) {
        if (cause instanceof errors.JOSEError) return undefined;
        throw cause;
      }
    },
  };
}

export type TokenSigner = ReturnType<typeof tokenSigner>;

const signingKey = (secret: string) => ({
  kid: createHash('sha256').update(secret).digest('hex').slice(0, 8),
  bytes: new TextEncoder().encode(secret),
});
