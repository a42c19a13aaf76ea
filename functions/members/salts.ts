import { canonicalize } from '#shared/text';
import { type Limits, limitRules, withinLimit } from '../limits/limits.ts';
import type { Runtime } from '../platform/runtime.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { Members } from './member.ts';

/** A fresh salt of 128 random bits; nothing is stored before a registration, a reset or a change brings it back. */
export const newSalt = ({ randomBytes }: Pick<Runtime, 'randomBytes'>): string =>
  Buffer.from(randomBytes(16)).toString('base64url');

/**
 * The salt that a member's browser needs to sign in; refuses with `username-not-found`. A network that has asked for too many
 * unknown names is refused unknown and known ones alike, or else the difference would tell which exist; aside from accounts
 * that somebody has signed in to from there. Each name counts until it turns out to be known, so that many questions at
 * once learn no more than one after the other.
 */
export async function findSalt(
  deps: Runtime & { members: Members; limits: Limits },
  username: string,
  network: string,
): Promise<string> {
  const account = canonicalize(username);
  const [isKnown] = await Promise.all([
    deps.limits.isKnownNetwork(account, network),
    withinLimit(deps, limitRules.salt, network),
  ]);
  const takeBack = isKnown ? async () => {} : await withinLimit(deps, limitRules.unknownName, network);
  const member = await deps.members.findByUsername(account);
  if (!member) throw new DomainError('username-not-found');
  await takeBack();
  return member.salt;
}
