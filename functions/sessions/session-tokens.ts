import * as z from 'zod/mini';
import { signedTokens, type TokenKeys } from '../platform/tokens.ts';
import type { SessionTokens } from './session.ts';

const kind = { type: 'ag-session+jwt', audience: 'member' };

const Claims = z.object({ sub: z.string(), jti: z.string() });

/** `issuer` is the site's address. */
export function jwtSessionTokens(keys: TokenKeys, issuer: string): SessionTokens {
  const tokens = signedTokens(keys, issuer, kind);
  return {
    issue: ({ uid: sub, sessionId: jti, username, email, ...times }) =>
      tokens.sign({ sub, jti, username, email }, times),

    async read(token, now) {
      const claims = Claims.safeParse(await tokens.verify(token, now));
      return claims.success ? { uid: claims.data.sub, sessionId: claims.data.jti } : undefined;
    },
  };
}
