import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { EXISTING_MEMBER_RULES, IMPORT_KINDS, IMPORT_STATES, type RowOutcome } from '#shared/choices';
import { Actor, type AuditDetails } from '../audit/audit.ts';

export interface RowError {
  /** As spreadsheets count rows: the header is row 1. */
  row: number;
  /** Our own name of the column, or the file's if it has no other; empty for the whole row. */
  column: string;
  message: string;
  /** The wrong cell; empty for the whole row, and for what nobody else may read. */
  value: string;
}

export const wholeRow = (row: number, message: string): RowError => ({ row, column: '', message, value: '' });

/** What an import will do with a row. */
export interface RowDecision {
  row: number;
  outcome: RowOutcome;
  /** Email address of a member, or what names a member in a list of attendance. */
  who: string;
  details: string;
}

/**
 * An entry of an import after the check: a new member (`uid` is empty), changes of a member, or an attendance. A member
 * may have several rows, each with a term; the first one has the personal data.
 */
const CheckedEntry = z.object({ uid: z.string(), rows: z.array(z.record(z.string(), z.string())) });
export type CheckedEntry = z.output<typeof CheckedEntry>;

/** The entries as they were stored after the check. */
export const parseStoredEntries = (json: string): CheckedEntry[] =>
  z.array(CheckedEntry).parse(JSON.parse(json));

export interface ValidationResult {
  entries: CheckedEntry[];
  errors: RowError[];
  decisions: RowDecision[];
}

export const ImportJob = z.object({
  /** Derived from the file's contents and the options: the same rows are the same import. */
  id: z.string(),
  kind: z.enum(IMPORT_KINDS),
  existing: z._default(z.enum(EXISTING_MEMBER_RULES), 'skip'),
  /** Why the addresses of new members count as verified; empty if they do not. */
  verifiedReason: z._default(z.string(), ''),
  fileName: z.string(),
  /**
   * The S3 key of the checked rows; derived from their contents, so that no later check changes them. Empty once the import
   * has ended and they were put away.
   */
  rowsKey: z.string(),
  /** Members, or attendances. */
  total: z.number(),
  /** After a cancellation, what comes before `done` stays imported. */
  state: z.enum(IMPORT_STATES),
  /** The position: how many have been processed so far, followed by their outcomes. */
  done: z.number(),
  added: z.number(),
  updated: z._default(z.number(), 0),
  skipped: z.number(),
  leftOut: z._default(z.number(), 0),
  /** Membership periods of these members that it has added. */
  periods: z._default(z.number(), 0),
  /** Members whom it has added, how many of them have been gone through, and how many of those got an invitation. */
  invitees: z._default(z.number(), 0),
  inviteesDone: z._default(z.number(), 0),
  invited: z._default(z.number(), 0),
  /** How many of them are to be gone through, and who has asked for it. */
  inviteesWanted: z._default(z.number(), 0),
  inviter: z.optional(Actor),
  /** When the next invitation can leave; empty before the first. */
  invitedUntil: z._default(z.string(), ''),
  /** The time of the check, then of the start: ISO 8601, UTC. New members have it as the time of their registration. */
  at: z.string(),
  actor: Actor,
  /** The latest sign of work on it: its start, then each batch. ISO 8601, UTC. */
  progressedAt: z._default(z.string(), ''),
});
export type ImportJob = z.output<typeof ImportJob>;

/** How a file of members is imported. */
export type ImportOptions = Pick<ImportJob, 'existing' | 'verifiedReason'>;

/** Whether rows are left to import or to cancel. */
export const isUnfinished = ({ state }: ImportJob): boolean => state === 'checked' || state === 'applying';

/** Whether invitations were asked for that are not queued yet. */
export const isInviting = ({ inviteesDone, inviteesWanted }: ImportJob): boolean =>
  inviteesDone < inviteesWanted;

/** Whether a worker has something to do: rows to apply, rows of a cancelled import to put away, members to invite. */
export const isLeft = (job: ImportJob): boolean =>
  job.state === 'applying' || (job.state === 'cancelled' && job.rowsKey !== '') || isInviting(job);

/** Who has started what is left: the import itself or its invitations. */
export const starterOf = ({ state, actor, inviter = actor }: ImportJob): Actor =>
  state === 'applying' ? actor : inviter;

/** Whether nobody has worked on it for so long, or ever. */
export const isSilent = ({ progressedAt }: ImportJob, now: Date, milliseconds: number): boolean =>
  progressedAt === '' || now.getTime() - Date.parse(progressedAt) >= milliseconds;

/** For the audit log: whether the addresses of new members count as verified. */
export const verifiedDetails = ({ verifiedReason }: ImportJob): AuditDetails =>
  verifiedReason === '' ? {} : { verified: 'yes' };

export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');
