import type { SecondFactorPolicy } from '#shared/choices';
import type { ChangeRecord, Member } from '../members/member.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { SecondFactorKeys } from '../platform/second-factor-keys.ts';
import type { Totp } from '../platform/totp.ts';

/** A member's second factor: today an authenticator app (TOTP, RFC 6238) with recovery codes. */
export interface SecondFactor {
  kind: 'totp';
  uid: string;
  /** The secret that the app shares, encrypted. */
  sealedSecret: string;
  /** The time step of the last code that was accepted: RFC 6238, section 5.2, accepts a code once. */
  lastTimeStep: number;
  /** Keyed hashes of the recovery codes that are left. */
  recoveryCodeHashes: readonly string[];
  /** ISO 8601, UTC. */
  enrolledAt: string;
}

/** A setup that was begun and not finished. */
export interface SecondFactorSetup {
  uid: string;
  sealedSecret: string;
  /** ISO 8601, UTC. */
  expiresAt: string;
}

/** Each change is one transaction; false where the row is no longer what was read. */
export interface SecondFactors {
  find(uid: string): Promise<SecondFactor | undefined>;
  /** The member by canonical username, and their second factor, in as many calls as the member alone. */
  findSession(
    canonicalUsername: string,
  ): Promise<{ member: Member; factor: SecondFactor | undefined } | undefined>;
  findSetup(uid: string): Promise<SecondFactorSetup | undefined>;
  beginSetup(setup: SecondFactorSetup): Promise<void>;
  /** Puts the factor in the place of any other, and takes the setup away. */
  finishSetup(setup: SecondFactorSetup, factor: SecondFactor, record: ChangeRecord): Promise<boolean>;
  /** Of two uses of one code at once, one gets true. */
  acceptTimeStep(factor: SecondFactor, timeStep: number): Promise<boolean>;
  setRecoveryCodes(factor: SecondFactor, hashes: readonly string[], record: ChangeRecord): Promise<boolean>;
  remove(factor: SecondFactor, record: ChangeRecord): Promise<boolean>;
  /** Removes it for an operator, and ends every session of the member. */
  reset(member: Member, factor: SecondFactor, record: ChangeRecord): Promise<boolean>;
}

export type SecondFactorDeps = Runtime & {
  secondFactors: SecondFactors;
  totp: Totp;
  secondFactorKeys: SecondFactorKeys;
  secondFactorPolicy: SecondFactorPolicy;
};

export const isRequiredOf = (
  { secondFactorPolicy }: Pick<SecondFactorDeps, 'secondFactorPolicy'>,
  { role }: Pick<Member, 'role'>,
): boolean => secondFactorPolicy === 'required' && role === 'administrator';
