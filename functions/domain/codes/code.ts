/** What a code from a mail is good for. */
export type CodePurpose = 'reset' | 'verification';

export interface OneTimeCode {
  purpose: CodePurpose;
  hash: string;
  /** ISO 8601, UTC. */
  expiresAt: string;
  /** The member's epoch when it was issued: a change of password voids it. */
  epoch: number;
}
