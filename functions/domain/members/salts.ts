import type { Ambient } from '../ambient.ts';
import { type Limits, limitRules, withinLimit } from '../limits/limits.ts';
import { Refusal } from '../refusal.ts';
import { canonical } from './canonical.ts';
import type { Members } from './member.ts';

/** A fresh salt of 128 random bits; nothing is stored before a registration, a reset or a change brings it back. */
export const newSalt = ({ randomBytes }: Pick<Ambient, 'randomBytes'>): string =>
  Buffer.from(randomBytes(16)).toString('base64url');

/** The salt that a member's browser needs to sign in; refuses with `username-unknown`. */
export async function saltOf(
  needs: Ambient & { members: Members; limits: Limits },
  username: string,
  network: string,
): Promise<string> {
  await withinLimit(needs, limitRules.salt, network);
  const member = await needs.members.findByUsername(canonical(username));
  if (member) return member.salt;
  await withinLimit(needs, limitRules.unknownName, network);
  throw new Refusal('username-unknown');
}
