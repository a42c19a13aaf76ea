import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { type TokenKeys, tokenSigner } from '../platform/tokens.ts';
import type { ArchiveLock, ArchiveTokens } from './archive.ts';

const kind = { type: 'ag-archive+jwt', audience: 'archive' };

const Claims = z.object({ password: z.string() });

/** Tokens of the archive, which no member's call accepts and the other way round. */
export function jwtArchiveTokens(keys: TokenKeys, issuer: string): ArchiveTokens {
  const tokens = tokenSigner(keys, issuer, kind);
  return {
    issue: ({ password, ...times }) => tokens.sign({ password }, times),

    async read(token, now) {
      const claims = Claims.safeParse(await tokens.verify(token, now));
      return claims.success ? claims.data.password : undefined;
    },
  };
}

/** The lock that a password's hash makes; another hash, be it of the same password, is another lock. */
export const archiveLock = (passwordHash: string): ArchiveLock => ({
  passwordHash,
  fingerprint: createHash('sha256').update(passwordHash).digest('base64url').slice(0, 22),
});
