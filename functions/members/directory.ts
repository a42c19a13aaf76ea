import type { Runtime } from '../platform/runtime.ts';
import type { DirectoryEntry } from './member.ts';
import type { Members } from './repository.ts';

/** All members for search and paging, in memory. It is made for up to 20,000: see `docs/scale.md`. */
export interface MemberDirectory {
  /** All members by canonical address, at most a minute old; with `refresh`, at most ten seconds old. */
  list(options?: { refresh?: boolean }): Promise<readonly DirectoryEntry[]>;
  /** Called after a change, so that its author sees it. */
  invalidate(): void;
  /** Every member, or those after an address, by canonical address; pages are fetched as they are read. */
  walk(after?: string): AsyncIterable<DirectoryEntry>;
}

const CACHED_MS = 60_000;
const REFRESHED_MS = 10_000;

/** Reads the members at most once a minute, for all callers together; for a refresh, at most every ten seconds. */
export function cachedDirectory(
  { walkDirectory }: Pick<Members, 'walkDirectory'>,
  { now: clock }: Pick<Runtime, 'now'>,
): MemberDirectory {
  let cached: { since: number; entries: Promise<readonly DirectoryEntry[]> } | undefined;
  return {
    walk: walkDirectory,
    async list({ refresh = false } = {}) {
      const now = clock().getTime();
      if (!cached || now - cached.since >= (refresh ? REFRESHED_MS : CACHED_MS)) {
        const entries = Array.fromAsync(walkDirectory());
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
