import type { CodePurpose } from '#shared/choices';

export interface OneTimeCode {
  purpose: CodePurpose;
  hash: string;
  /** ISO 8601, UTC. */
  expiresAt: string;
  /** The member's epoch when it was issued: a change of password voids it. */
  epoch: number;
}
