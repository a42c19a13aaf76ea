import type { ImportKind, ImportState } from '#shared/choices';
import type { Actor } from '../audit/audit.ts';

export interface RowError {
  /** As an editor counts lines: the header is row 1. */
  row: number;
  /** The column's own name in the file; empty where the whole row is meant. */
  column: string;
  message: string;
}

/** One message and the rows that it is about, in the order of the first. */
export interface RowErrorGroup {
  column: string;
  message: string;
  rowCount: number;
  /** The first ranges of neighbouring rows. */
  ranges: { from: number; to: number }[];
}

export interface ImportJob {
  /** Made from the file's contents: the same rows are the same import. */
  id: string;
  kind: ImportKind;
  fileName: string;
  /** Where the checked rows are stored; the key is made from their contents, so that no later check changes them. */
  rowsKey: string;
  total: number;
  /** Of a cancelled import, the rows before `done` stay imported. */
  state: ImportState;
  /** Rows that have been worked on, and what became of them. */
  done: number;
  added: number;
  skipped: number;
  at: string;
  actor: Actor;
}

/** There is something left to import, or to cancel. */
export const isUnfinished = ({ state }: ImportJob): boolean => state === 'checked' || state === 'applying';
