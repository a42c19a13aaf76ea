import { canonicalize } from '#shared/text';
import { DomainError } from '../shared/domain-error.ts';
import type { MembersDeps } from './members.ts';

/**
 * What a text looks like: UTS #39, "Confusable Detection", with the table of confusables of Unicode 13 that unhomoglyph
 * has. Two texts with one skeleton cannot be told apart by eye. Loaded with the first name that is chosen.
 */
export async function nameSkeleton(text: string): Promise<string> {
  const { default: replaceConfusables } = await import('unhomoglyph');
  return replaceConfusables(text.normalize('NFD')).normalize('NFD');
}

/** @throws `username-taken` for a name that could be taken for that of an administrator other than `ownUid` */
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

/** As it is written and in small letters: `aI` looks like `al`, and `TEAPOT` is the name `teapot`. HTML shows two spaces as one. */
async function skeletons(deps: Pick<MembersDeps, 'nameSkeleton'>, username: string): Promise<string[]> {
  const shown = username.replace(/\s+/g, ' ');
  const both = [await deps.nameSkeleton(shown), await deps.nameSkeleton(canonicalize(shown))];
  return both.map((skeleton) => skeleton.toLowerCase());
}
