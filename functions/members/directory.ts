import type { Context } from '../platform/context.ts';
import type { DirectoryEntry } from './member.ts';
import { walkDirectory } from './repository.ts';

/** All members for search and paging, in memory. It is made for up to 20,000. */
export interface MemberDirectory {
  /** All members by canonical address, at most a minute old; with `refresh`, at most ten seconds old. */
  list(options?: { refresh?: boolean }): Promise<readonly DirectoryEntry[]>;
  /** Called after a change, so that its author sees it. */
  invalidate(): void;
}

/** Beside the context: the process's own copy of the members. */
export interface WithDirectory {
  directory: MemberDirectory;
}

const CACHED_MS = 60_000;
const REFRESHED_MS = 10_000;

/** Reads the members at most once a minute, for all callers together; for a refresh, at most every ten seconds. */
export function cachedDirectory(context: Pick<Context, 'table' | 'now'>): MemberDirectory {
  let cached: { since: number; entries: Promise<readonly DirectoryEntry[]> } | undefined;
  return {
    async list({ refresh = false } = {}) {
      const now = context.now().getTime();
      if (!cached || now - cached.since >= (refresh ? REFRESHED_MS : CACHED_MS)) {
        const entries = Array.fromAsync(walkDirectory(context));
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
