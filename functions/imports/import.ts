import type { ExistingMemberRule, ImportKind, ImportState, RowOutcome } from '#shared/choices';
import type { Actor } from '../audit/audit.ts';

export interface RowError {
  /** As spreadsheets count rows: the header is row 1. */
  row: number;
  /** Our own name of the column, or the file's if it has no other; empty for the whole row. */
  column: string;
  message: string;
  /** The wrong cell; empty for the whole row, and for what nobody else may read. */
  value: string;
}

/** One message and its rows, ordered by the first row. */
export interface RowErrorGroup {
  column: string;
  message: string;
  rowCount: number;
  /** The first ranges of neighbouring rows with the same value. */
  ranges: { from: number; to: number; value: string }[];
}

/** What an import will do with a row. */
export interface RowDecision {
  row: number;
  outcome: RowOutcome;
  /** Email address of a member, or what names a member in a list of attendance. */
  who: string;
  details: string;
}

/** The rows with one outcome: how many, and the first of them. */
export interface OutcomeGroup {
  outcome: RowOutcome;
  count: number;
  rows: Pick<RowDecision, 'row' | 'who' | 'details'>[];
}

/** How a file of members is imported. */
export interface ImportOptions {
  existing: ExistingMemberRule;
  /** Why the addresses of new members count as verified; empty if they do not. */
  verifiedReason: string;
}

export interface ImportJob extends ImportOptions {
  /** Derived from the file's contents and the options: the same rows are the same import. */
  id: string;
  kind: ImportKind;
  fileName: string;
  /** The S3 key of the checked rows; derived from their contents, so that no later check changes them. */
  rowsKey: string;
  /** Members, or attendances. */
  total: number;
  /** After a cancellation, what comes before `done` stays imported. */
  state: ImportState;
  /** How many have been processed so far, followed by their outcomes. */
  done: number;
  added: number;
  updated: number;
  skipped: number;
  leftOut: number;
  /** Members whom it has added, how many of them have been gone through, and how many of those got an invitation. */
  invitees: number;
  inviteesDone: number;
  invited: number;
  /** How many of them will have been gone through at the end of the wave under way, and who sends it. */
  inviteesWanted: number;
  inviter?: Actor | undefined;
  /** When the next invitation can leave; empty before the first. */
  invitedUntil: string;
  /** The time of the check, then of the start: ISO 8601, UTC. New members have it as the time of their registration. */
  at: string;
  actor: Actor;
  /** The time of the latest step: ISO 8601, UTC. */
  progressedAt: string;
}

/** Whether rows are left to import or to cancel. */
export const isUnfinished = ({ state }: ImportJob): boolean => state === 'checked' || state === 'applying';
