import * as z from 'zod/mini';
import type { WithTable } from '../platform/context.ts';
import { findRow, listRows } from '../platform/table/rows.ts';
import { keyPrefixes, keys } from '../platform/table/schema.ts';
import { remove } from '../platform/table/writes.ts';

/**
 * A member's passkey: the public half of a key pair, whose private half signs logins on the member's device (WebAuthn
 * level 3).
 */
export const Passkey = z.object({
  uid: z.string(),
  /** The credential's id, base64url. */
  id: z.string(),
  /** COSE key, base64url. */
  publicKey: z.string(),
  /** The device's count of signatures at the last login; 0 for devices that do not count. */
  signatureCount: z.number(),
  transports: z.array(z.string()),
  /** The browser's user agent when it was added, for the member to read. */
  browser: z.string(),
  /** ISO 8601, UTC. */
  addedAt: z.string(),
  /** Empty before the first login. */
  lastUsedAt: z.string(),
  /** When the challenge of the last login was issued: only later ones are accepted, so that each counts once. */
  lastChallengeAt: z.string(),
});
export type Passkey = z.output<typeof Passkey>;

export const findPasskey = (context: WithTable, uid: string, id: string): Promise<Passkey | undefined> =>
  findRow(context.table, keys.passkey(uid, id), Passkey);

/** The member's passkeys, the oldest first. */
export async function listPasskeys(context: WithTable, uid: string): Promise<Passkey[]> {
  const passkeys = await listRows(context.table, keyPrefixes.passkeys(uid), Passkey);
  return passkeys.toSorted((a, b) => a.addedAt.localeCompare(b.addedAt));
}

export const removePasskeyWrite = ({ uid, id }: Pick<Passkey, 'uid' | 'id'>) =>
  remove('passkey', keys.passkey(uid, id));
