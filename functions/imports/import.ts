import type { ImportKind, ImportState } from '#shared/choices';
import type { Actor } from '../audit/audit.ts';

export interface RowError {
  /** As editors count lines: the header is row 1. */
  row: number;
  /** The column's own name in the file; empty for the whole row. */
  column: string;
  message: string;
}

/** One message and its rows, ordered by the first row. */
export interface RowErrorGroup {
  column: string;
  message: string;
  rowCount: number;
  /** The first ranges of neighbouring rows. */
  ranges: { from: number; to: number }[];
}

export interface ImportJob {
  /** Derived from the file's contents: the same rows are the same import. */
  id: string;
  kind: ImportKind;
  fileName: string;
  /** The S3 key of the checked rows; derived from their contents, so that no later check changes them. */
  rowsKey: string;
  total: number;
  /** After a cancellation, the rows before `done` stay imported. */
  state: ImportState;
  /** The rows processed so far, followed by their outcomes. */
  done: number;
  added: number;
  skipped: number;
  at: string;
  actor: Actor;
}

/** Whether rows are left to import or to cancel. */
export const isUnfinished = ({ state }: ImportJob): boolean => state === 'checked' || state === 'applying';
