import * as z from 'zod/mini';
import type { WithTable } from '../platform/context.ts';
import { findRow, readRows } from '../platform/table/rows.ts';
import { keys } from '../platform/table/schema.ts';
import { parseItem } from '../platform/table/table.ts';
import { remove, update } from '../platform/table/writes.ts';
import type { Member } from './member.ts';
import { parseMember } from './repository.ts';

/** A member's second factor: today an authenticator app (TOTP, RFC 6238) with recovery codes. */
export const SecondFactor = z.object({
  kind: z.literal('totp'),
  uid: z.string(),
  /** The secret that the app shares, encrypted. */
  sealedSecret: z.string(),
  /** The time step of the last accepted code: RFC 6238, section 5.2, accepts a code once. */
  lastTimeStep: z.number(),
  /** Keyed hashes of the recovery codes that are left. */
  recoveryCodeHashes: z.array(z.string()),
  /** ISO 8601, UTC. */
  enrolledAt: z.string(),
});
export type SecondFactor = z.output<typeof SecondFactor>;

/** A member and their second factor, in one call of the table. */
export async function findMemberAndSecondFactor(
  context: WithTable,
  uid: string,
): Promise<{ member: Member | undefined; factor: SecondFactor | undefined }> {
  const [member, factor] = await readRows(context.table, [keys.member(uid), keys.secondFactor(uid)]);
  return { member: member && parseMember(member), factor: factor && parseItem(SecondFactor, factor) };
}

export const findSecondFactor = (context: WithTable, uid: string): Promise<SecondFactor | undefined> =>
  findRow(context.table, keys.secondFactor(uid), SecondFactor);

/** Fails if a code was used, or all were renewed, in the meantime. */
export const setRecoveryCodesWrite = ({ uid, recoveryCodeHashes }: SecondFactor, hashes: readonly string[]) =>
  update('second-factor', keys.secondFactor(uid), { recoveryCodeHashes: hashes }, { recoveryCodeHashes });

/** Removes a setup that is not finished, if there is one. */
export const removeSecondFactorSetupWrite = (uid: string) => remove('setup', keys.secondFactorSetup(uid));

/**
 * Removes the factor and any unfinished setup, if there are any; with `expected`, fails if the factor is no longer the one
 * that was read.
 */
export const removeSecondFactorWrites = (uid: string, expected?: Pick<SecondFactor, 'sealedSecret'>) => [
  remove('second-factor', keys.secondFactor(uid), expected && { sealedSecret: expected.sealedSecret }),
  removeSecondFactorSetupWrite(uid),
];
