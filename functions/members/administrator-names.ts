import { canonicalize } from '#shared/text';
import { DomainError } from '../shared/domain-error.ts';
import type { Members } from './member.ts';

export interface NameChoiceDeps {
  members: Pick<Members, 'administrators'>;
  /** The same for all texts that look the same (UTS #39). */
  skeletonOf(text: string): Promise<string>;
}

/** Refuses a name that could be taken for that of an administrator, with `username-taken`; `ownUid` is who chooses it. */
export async function refuseAdministratorsTwin(
  deps: NameChoiceDeps,
  username: string,
  ownUid?: string,
): Promise<void> {
  const chosen = await looksOf(deps, username);
  for (const { uid, username: taken } of await deps.members.administrators()) {
    if (uid === ownUid) continue;
    const looks = await looksOf(deps, taken);
    if (looks.some((look) => chosen.includes(look))) throw new DomainError('username-taken');
  }
}

/** As it is written and in small letters: `aI` looks like `al`, and `TEAPOT` is the name `teapot`. HTML shows two spaces as one. */
async function looksOf({ skeletonOf }: NameChoiceDeps, username: string): Promise<string[]> {
  const shown = username.replace(/\s+/g, ' ');
  const skeletons = [await skeletonOf(shown), await skeletonOf(canonicalize(shown))];
  return skeletons.map((skeleton) => skeleton.toLowerCase());
}
