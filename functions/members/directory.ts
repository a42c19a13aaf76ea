import type { MemberCategory } from '#shared/choices';
import type { Runtime } from '../platform/runtime.ts';
import type { Member } from './member.ts';

/** What the index of all members holds of each. */
export type DirectoryEntry = Pick<
  Member,
  'uid' | 'email' | 'username' | 'firstName' | 'lastName' | 'activeUntil' | 'state'
> & { category: MemberCategory };

export interface Directory {
  /** Every member, by canonical address; pages are fetched as they are read. */
  walk(): AsyncIterable<DirectoryEntry>;
}

/** All members in memory, as they were up to a minute ago: what people search and page through. */
export interface KeptDirectory extends Directory {
  /** `now` reads them anew, for everybody who pages on from there. */
  all(asOf?: 'now'): Promise<readonly DirectoryEntry[]>;
  /** After a change that its author wants to see. */
  forget(): void;
}

const KEPT_MILLISECONDS = 60_000;

/** Reads the directory once for everybody who asks within a minute. */
export function keptDirectory(directory: Directory, { now: clock }: Pick<Runtime, 'now'>): KeptDirectory {
  let kept: { since: number; entries: Promise<readonly DirectoryEntry[]> } | undefined;
  return {
    walk: directory.walk,
    all(asOf) {
      const now = clock().getTime();
      if (!kept || asOf === 'now' || now - kept.since >= KEPT_MILLISECONDS) {
        const entries = listed(directory);
        const reading = { since: now, entries };
        kept = reading;
        entries.catch(() => {
          if (kept === reading) kept = undefined;
        });
      }
      return kept.entries;
    },
    forget() {
      kept = undefined;
    },
  };
}

async function listed(directory: Directory): Promise<DirectoryEntry[]> {
  const entries = [];
  for await (const entry of directory.walk()) entries.push(entry);
  return entries;
}
