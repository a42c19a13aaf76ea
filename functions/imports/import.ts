import type { ImportKind, ImportState, MemberCategory } from '#shared/choices';
import type { TermWish } from '../admin/term-actions.ts';
import type { Actor, AuditEntry } from '../audit/audit.ts';
import type { Attendance } from '../conferences/conference.ts';
import type { InsertResult, Member, PersonalData } from '../members/member.ts';
import type { Term } from '../memberships/term.ts';

export interface Problem {
  /** As an editor counts them; the header is line 1. */
  line: number;
  /** The column's own name in the file; empty where the whole line is meant. */
  column: string;
  message: string;
}

export interface MemberRow extends PersonalData {
  email: string;
  /** Empty: made of the address. */
  username: string;
  category: MemberCategory;
  term?: TermWish | undefined;
}

export interface AttendanceRow extends Attendance {
  /** Username, address or membership ID. */
  member: string;
}

/** What is to be said about one or many lines, in the order of the first. */
export interface Finding {
  column: string;
  message: string;
  lineCount: number;
  /** Runs of neighbouring lines: the first of them. */
  runs: { from: number; to: number }[];
}

/** Cells by column. */
export type Fields = Readonly<Record<string, string>>;
export type Read<Line> = { value: Line } | { problems: Omit<Problem, 'line'>[] };

/** Judges columns and lines by the rules that the forms have. */
export interface ImportLines {
  /** The column of ours that a file's column is, however it is written. */
  columnOf(kind: ImportKind, name: string): string | undefined;
  columns(kind: ImportKind): { name: string; isRequired: boolean }[];
  /** Lines as they were kept after the check. */
  stored(text: string): Fields[];
  member(fields: Fields): Read<MemberRow>;
  attendance(fields: Fields): Read<AttendanceRow>;
}

export interface ImportJob {
  /** Made of what the file says: the same lines are the same import. */
  id: string;
  kind: ImportKind;
  fileName: string;
  /** Where its checked lines lie; the name is made of what they say, so that no later check changes them. */
  linesKey: string;
  total: number;
  /** Of one that was set aside the lines before `done` stay applied. */
  state: ImportState;
  /** Lines that are behind us, and what became of them. */
  done: number;
  added: number;
  known: number;
  at: string;
  actor: Actor;
}

/** There is something to apply, or to set aside. */
export const isUnfinished = ({ state }: ImportJob): boolean => state === 'checked' || state === 'applying';

export interface Imports {
  find(id: string): Promise<ImportJob | undefined>;
  all(): Promise<ImportJob[]>;
  /** In the place of one that was checked or set aside; false where it has begun. */
  keep(job: ImportJob): Promise<boolean>;
  /** With its entry in the log. False where somebody has begun it already. */
  begin(job: ImportJob, entry: AuditEntry): Promise<boolean>;
  /** False where somebody else came further meanwhile. */
  advance(before: ImportJob, after: ImportJob): Promise<boolean>;
  /** With its entry in the log. False where it is no longer under way. */
  setAside(job: ImportJob, entry: AuditEntry): Promise<boolean>;
  /** One member with markers, term and entry, all or nothing; a repeated call knows its own rows and says `added`. */
  insertMember(
    lineId: string,
    member: Member,
    term: Term | undefined,
    entry: AuditEntry,
  ): Promise<InsertResult>;
}
