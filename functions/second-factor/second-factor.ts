import type { SecondFactorPolicy } from '#shared/choices';
import type { ChangeRecord, Member } from '../members/member.ts';
import type { Runtime } from '../platform/runtime.ts';

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

/** Codes of authenticator apps: SHA-1, six digits, steps of 30 seconds, one step of tolerance either way. */
export interface Totp {
  /** The time step that the code belongs to, where it is later than `afterTimeStep`; undefined for a wrong code. */
  matchingTimeStep(
    secret: Uint8Array,
    code: string,
    now: Date,
    afterTimeStep: number,
  ): Promise<number | undefined>;
  /** The secret as a person types it and as an app scans it. */
  setupOf(secret: Uint8Array, account: string): Promise<{ secret: string; uri: string }>;
}

/** Keys that the table does not hold; what is sealed or hashed for one member is worth nothing for another. */
export interface SecondFactorKeys {
  seal(uid: string, secret: Uint8Array): string;
  open(uid: string, sealedSecret: string): Uint8Array;
  hashRecoveryCode(uid: string, code: string): string;
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
