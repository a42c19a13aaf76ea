import { expect, it } from 'vitest';
import { readSessionToken, sessionTokenKind } from '../../../functions/account/authenticate.ts';
import { archiveTokenKind, requireArchiveAccess } from '../../../functions/archive/archive.ts';
import { tokenSigner } from '../../../functions/platform/tokens.ts';

const keys = { current: 'current-key-0123456789-0123456789-01' };
const ISSUER = 'https://www.example.org';
const now = new Date('2026-03-02T08:00:00Z');
const times = { issuedAt: now, expiresAt: new Date(now.getTime() + 60_000) };
const everyClaim = { password: 'fingerprint', sub: '31415926', jti: 'c2Vzc2lvbg' };
const archive = { type: 'ag-archive+jwt', audience: 'archive' };
const member = { type: 'ag-session+jwt', audience: 'member' };

it.each([
  ['the archive’s', archive, true, undefined],
  ['a member’s', member, false, { uid: '31415926', sessionId: 'c2Vzc2lvbg' }],
  ['the archive’s by type alone', { ...archive, audience: 'member' }, false, undefined],
  ['the archive’s by audience alone', { ...member, audience: 'archive' }, false, undefined],
])('a token with the claims of both kinds is %s', async (_, kind, isArchive, session) => {
  const token = await tokenSigner(keys, ISSUER, kind).sign(everyClaim, times);
  const archiveTokens = tokenSigner(keys, ISSUER, archiveTokenKind);
  const lock = { passwordHash: 'hash', fingerprint: 'fingerprint' };
  const access = requireArchiveAccess({ archiveLock: lock, archiveTokens, now: () => now }, token);
  if (isArchive) await expect(access).resolves.not.toThrow();
  else await expect(access).rejects.toThrow();
  const sessionTokens = tokenSigner(keys, ISSUER, sessionTokenKind);
  expect(await readSessionToken({ sessionTokens }, token, now)).toEqual(session);
});
