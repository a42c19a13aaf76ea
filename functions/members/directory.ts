import type { MembershipStatus } from '#shared/choices';
import type { Runtime } from '../platform/runtime.ts';
import type { DirectoryEntry } from './member.ts';
import type { DirectoryRange, Members } from './repository.ts';

/** The members for search and paging: in memory as long as they are few, in the order of the index beyond that. */
export interface MemberDirectory {
  /**
   * All members, at most a minute old; undefined for more than `MAX_IN_MEMORY`. With `refresh` they are read anew, also
   * for the pages that follow.
   */
  list(options?: { refresh?: boolean }): Promise<readonly DirectoryEntry[] | undefined>;
  /** Called after a change, so that its author sees it. */
  invalidate(): void;
  /** Every member or those of a range, by canonical address; pages are fetched as they are read. */
  walk(range?: DirectoryRange): AsyncIterable<DirectoryEntry>;
  /** The members of each status when they were last counted, at night; none before that. */
  countByStatus(): Promise<Readonly<Record<MembershipStatus, number>>>;
  /** The same without the status. */
  countMembers(): Promise<number>;
}

const CACHED_MS = 60_000;

/** About 6 MB of the index, in seven reads one after the other: the most that a first page may wait for. */
export const MAX_IN_MEMORY = 20_000;

/** Above so many, the last count is asked whether to read on. */
export const CERTAINLY_FEW = 2000;

interface DirectoryOptions {
  countByStatus: MemberDirectory['countByStatus'];
  maxInMemory?: number | undefined;
}

/** Reads the members at most once a minute, for all callers together. */
export function cachedDirectory(
  { walkDirectory }: Pick<Members, 'walkDirectory'>,
  { now: clock }: Pick<Runtime, 'now'>,
  { countByStatus, maxInMemory = MAX_IN_MEMORY }: DirectoryOptions,
): MemberDirectory {
  let cached: { since: number; entries: Promise<readonly DirectoryEntry[] | undefined> } | undefined;
  /** Associations that have become large stay so for as long as the process lives. */
  let isLarge = false;

  const countMembers = async () =>
    Object.values(await countByStatus()).reduce((sum, count) => sum + count, 0);

  async function readFew(): Promise<readonly DirectoryEntry[] | undefined> {
    const entries: DirectoryEntry[] = [];
    for await (const entry of walkDirectory()) {
      entries.push(entry);
      isLarge =
        entries.length > maxInMemory ||
        (entries.length === CERTAINLY_FEW && (await countMembers()) > maxInMemory);
      if (isLarge) return undefined;
    }
    return entries;
  }

  return {
    walk: walkDirectory,
    countByStatus,
    countMembers,
    async list({ refresh = false } = {}) {
      if (isLarge) return undefined;
      const now = clock().getTime();
      if (!cached || refresh || now - cached.since >= CACHED_MS) {
        const entries = readFew();
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
