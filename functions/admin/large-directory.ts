import { Uid } from '#shared/fields';
import { canonicalize } from '#shared/text';
import { MAX_IN_MEMORY } from '../members/directory.ts';
import type { DirectoryEntry } from '../members/member.ts';
import type { AdminDeps } from './member-actions.ts';

/** For the screen: an association of this size is searched otherwise than the others. */
export const LARGE_DIRECTORY =
  'Large member list: the search finds the beginning of an email address, a whole username or a membership ID.';

interface Search {
  /** The beginning of an address, a username or a membership ID; empty for all. */
  search: string;
  matches: (entry: DirectoryEntry) => boolean;
  /** The address after which the page begins; absent for the first page. */
  after?: string | undefined;
  count: number;
}

/**
 * Up to `count` members by address, of an association that is too large to be read for each search. DynamoDB finds the
 * beginning of a key, and whole keys; for anything else it would have to read everybody. One call reads at most
 * `MAX_IN_MEMORY` members: `next` goes on after the last one read, even if none matched.
 */
export async function findInLargeDirectory(
  { directory, members }: Pick<AdminDeps, 'directory' | 'members'>,
  { search, matches, after, count }: Search,
): Promise<{ found: DirectoryEntry[]; next?: string | undefined }> {
  const prefix = canonicalize(search);
  const isFirst = after === undefined && prefix !== '';
  const exact = isFirst
    ? await Promise.all([
        members.findMemberByUsername(prefix),
        Uid.safeParse(prefix).success ? members.findMember(prefix) : undefined,
      ])
    : [];
  const found: DirectoryEntry[] = exact.flatMap((member) =>
    member && !addressOf(member).startsWith(prefix) && matches(member) ? [member] : [],
  );
  let read = 0;
  let last: string | undefined;
  for await (const entry of directory.walk({ prefix, after, pageSize: count + 1 })) {
    if (last !== undefined && (found.length >= count || read >= MAX_IN_MEMORY)) return { found, next: last };
    read += 1;
    last = addressOf(entry);
    if (matches(entry)) found.push(entry);
  }
  return { found };
}

/** The key of a member in the index of all members. */
export const addressOf = ({ email }: Pick<DirectoryEntry, 'email'>): string => canonicalize(email);
