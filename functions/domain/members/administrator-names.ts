import { canonicalize } from '#shared/text';
import { Refusal } from '../refusal.ts';
import type { Members } from './member.ts';

export interface NameChoiceNeeds {
  members: Pick<Members, 'administrators'>;
  /** The same for all texts that look the same (UTS #39). */
  skeletonOf(text: string): Promise<string>;
}

/** Refuses a name that could be taken for that of an administrator, with `username-taken`; `ownUid` is who chooses it. */
export async function refuseAdministratorsTwin(
  needs: NameChoiceNeeds,
  username: string,
  ownUid?: string,
): Promise<void> {
  const chosen = await looksOf(needs, username);
  for (const { uid, username: taken } of await needs.members.administrators()) {
    if (uid === ownUid) continue;
    const looks = await looksOf(needs, taken);
    if (looks.some((look) => chosen.includes(look))) throw new Refusal('username-taken');
  }
}

/** As it is written and in small letters: `aI` looks like `al`, and `TEAPOT` is the name `teapot`. HTML shows two spaces as one. */
async function looksOf({ skeletonOf }: NameChoiceNeeds, username: string): Promise<string[]> {
  const shown = username.replace(/\s+/g, ' ');
  const skeletons = [await skeletonOf(shown), await skeletonOf(canonicalize(shown))];
  return skeletons.map((skeleton) => skeleton.toLowerCase());
}
