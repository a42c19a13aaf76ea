import type { AuditEntry } from '../audit/audit.ts';
import type { Term } from './term.ts';

/** A record that was taken out of a member's terms, whole, with the entry of the audit log that says who and why. */
export interface VoidedTerm extends Term {
  voidedAt: string;
  voidedBy: string;
  reason: string;
}

export interface Voiding {
  uid: string;
  /** The member's version when the expiry below was worked out. */
  version: number;
  term: Term;
  /** What takes its place: a correction. */
  instead?: Term | undefined;
  /** The member's expiry by what remains. */
  activeUntil: string;
  entry: AuditEntry;
}

export interface VoidedTerms {
  /** The latest end first. */
  of(uid: string): Promise<VoidedTerm[]>;
  /** Record, expiry and entry, all or nothing. False where the member or the term changed meanwhile. */
  add(voiding: Voiding): Promise<boolean>;
}
