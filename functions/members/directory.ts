import type { Runtime } from '../platform/runtime.ts';
import type { DirectoryEntry } from './member.ts';
import type { Members } from './repository.ts';

/** All members in memory, as they were up to a minute ago: what people search and page through. */
export interface MemberDirectory {
  /** With `refresh` they are read anew, for everybody who pages on from there. */
  all(options?: { refresh?: boolean }): Promise<readonly DirectoryEntry[]>;
  /** After a change that its author wants to see. */
  invalidate(): void;
  /** Every member, by canonical address; pages are fetched as they are read. */
  walk(): AsyncIterable<DirectoryEntry>;
}

const CACHED_MS = 60_000;

/** Reads the directory once for everybody who asks within a minute. */
export function cachedDirectory(
  { walkDirectory }: Pick<Members, 'walkDirectory'>,
  { now: clock }: Pick<Runtime, 'now'>,
): MemberDirectory {
  let cached: { since: number; entries: Promise<readonly DirectoryEntry[]> } | undefined;
  return {
    walk: walkDirectory,
    all({ refresh = false } = {}) {
      const now = clock().getTime();
      if (!cached || refresh || now - cached.since >= CACHED_MS) {
        const entries = listAll(walkDirectory());
        const reading = { since: now, entries };
        cached = reading;
        entries.catch(() => {
          if (cached === reading) cached = undefined;
        });
      }
      return cached.entries;
    },
    invalidate() {
      cached = undefined;
    },
  };
}

async function listAll(walk: AsyncIterable<DirectoryEntry>): Promise<DirectoryEntry[]> {
  const entries = [];
  for await (const entry of walk) entries.push(entry);
  return entries;
}

/** Usernames of all who have an account. */
export const usernamesByUid = async (directory: MemberDirectory): Promise<Map<string, string>> =>
  new Map((await directory.all()).map(({ uid, username }) => [uid, username]));
