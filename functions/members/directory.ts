import type { Runtime } from '../platform/runtime.ts';
import type { DirectoryEntry } from './member.ts';
import type { Members } from './repository.ts';

/** All members in memory, at most a minute old, for search and paging. */
export interface MemberDirectory {
  /** With `refresh` the members are read anew, also for the pages that follow. */
  all(options?: { refresh?: boolean }): Promise<readonly DirectoryEntry[]>;
  /** Called after a change, so that its author sees it. */
  invalidate(): void;
  /** Every member, by canonical address; pages are fetched as they are read. */
  walk(): AsyncIterable<DirectoryEntry>;
}

const CACHED_MS = 60_000;

/** Reads the members at most once a minute, for all callers together. */
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

/** The usernames of all accounts. */
export const usernamesByUid = async (directory: MemberDirectory): Promise<Map<string, string>> =>
  new Map((await directory.all()).map(({ uid, username }) => [uid, username]));
