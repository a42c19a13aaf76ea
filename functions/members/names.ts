import { canonicalize } from '#shared/text';
import { DomainError } from '../shared/domain-error.ts';
import type { MembersDeps } from './members.ts';

/**
 * The skeleton of a text (UTS #39, "Confusable Detection", with unhomoglyph's table for Unicode 13): texts with the same
 * skeleton look alike. The library is loaded with the first new username.
 */
export async function nameSkeleton(text: string): Promise<string> {
  const { default: replaceConfusables } = await import('unhomoglyph');
  return replaceConfusables(text.normalize('NFD')).normalize('NFD');
}

/** The part of the address before the @, with a number if that username is taken. */
export function freeUsername(email: string, usernames: Set<string>): string {
  const base = email.slice(0, email.indexOf('@'));
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base}${count}`;
    if (usernames.has(canonicalize(name))) continue;
    usernames.add(canonicalize(name));
    return name;
  }
}

/** @throws `username-taken` for a name that looks like that of an administrator other than `ownUid` */
export async function requireDistinctName(
  deps: Pick<MembersDeps, 'members' | 'nameSkeleton'>,
  username: string,
  ownUid?: string,
): Promise<void> {
  const chosen = await skeletons(deps, username);
  for (const administrator of await deps.members.listAdministrators()) {
    if (administrator.uid === ownUid) continue;
    const taken = await skeletons(deps, administrator.username);
    if (taken.some((skeleton) => chosen.includes(skeleton))) throw new DomainError('username-taken');
  }
}

/**
 * Of the name as written and in small letters: `aI` looks like `al`, and `TEAPOT` is the name `teapot`. Spaces are
 * joined, as HTML shows them.
 */
async function skeletons(deps: Pick<MembersDeps, 'nameSkeleton'>, username: string): Promise<string[]> {
  const shown = username.replace(/\s+/g, ' ');
  const both = [await deps.nameSkeleton(shown), await deps.nameSkeleton(canonicalize(shown))];
  return both.map((skeleton) => skeleton.toLowerCase());
}
