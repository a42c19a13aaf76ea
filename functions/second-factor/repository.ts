import * as z from 'zod/mini';
import { entryWrites } from '../audit/repository.ts';
import { enqueueWrites } from '../mail/transactional/repository.ts';
import { type ChangeRecord, NO_MEMBER } from '../members/member.ts';
import { MemberItem } from '../members/repository.ts';
import { readRow } from '../platform/table/reads.ts';
import { readRows } from '../platform/table/rows.ts';
import { keys } from '../platform/table/schema.ts';
import { parseItem, seconds, type Table } from '../platform/table/table.ts';
import { put, remove, type TableWrite, update, updateIf } from '../platform/table/writes.ts';
import type { SecondFactor, SecondFactorSetup, SecondFactors } from './second-factor.ts';

const FactorItem: z.ZodMiniType<SecondFactor> = z.object({
  kind: z.literal('totp'),
  uid: z.string(),
  sealedSecret: z.string(),
  lastTimeStep: z.number(),
  recoveryCodeHashes: z.array(z.string()),
  enrolledAt: z.string(),
});
/** The setup's end is `endsAt`: by `expiresAt` DynamoDB deletes the row, some time later. */
const SetupItem = z.object({ uid: z.string(), sealedSecret: z.string(), endsAt: z.string() });
const Marker = z.object({ uid: z.string() });

const DAY_SECONDS = 86_400;

export function dynamoSecondFactors(table: Table): SecondFactors {
  const record = ({ notice, entry }: ChangeRecord) => [...enqueueWrites(notice), ...entryWrites(entry)];
  const done = async (...writes: TableWrite[]) => (await table.commit(writes)).length === 0;

  return {
    async find(uid) {
      const item = await readRow(table, keys.secondFactor(uid));
      return item && parseItem(FactorItem, item);
    },

    async findSession(name) {
      const [marker] = await readRows(table, [keys.username(name)]);
      // As much is asked where nobody has the name.
      const uid = marker ? parseItem(Marker, marker).uid : NO_MEMBER;
      const [member, factor] = await readRows(table, [keys.member(uid), keys.secondFactor(uid)]);
      return (
        member && { member: parseItem(MemberItem, member), factor: factor && parseItem(FactorItem, factor) }
      );
    },

    async findSetup(uid) {
      const item = await readRow(table, keys.secondFactorSetup(uid));
      if (!item) return undefined;
      const { endsAt, ...setup } = parseItem(SetupItem, item);
      return { ...setup, expiresAt: endsAt };
    },

    async beginSetup(setup) {
      await table.commit([put('row', setupRow(setup))]);
    },

    finishSetup: ({ uid, sealedSecret }, factor, change) =>
      done(
        remove('second-factor-setup', keys.secondFactorSetup(uid), { sealedSecret }),
        put('second-factor', { ...keys.secondFactor(uid), ...factor }),
        ...record(change),
      ),

    acceptTimeStep: ({ uid, sealedSecret }, timeStep) =>
      updateIf(table, keys.secondFactor(uid), {
        onlyIf: 'sealedSecret = :sealedSecret AND lastTimeStep < :timeStep',
        update: 'SET lastTimeStep = :timeStep',
        values: { ':sealedSecret': sealedSecret, ':timeStep': timeStep },
      }),

    setRecoveryCodes: ({ uid, recoveryCodeHashes }, hashes, change) =>
      done(
        update(
          'second-factor',
          keys.secondFactor(uid),
          { recoveryCodeHashes: hashes },
          { recoveryCodeHashes },
        ),
        ...record(change),
      ),

    remove: ({ uid, sealedSecret }, change) =>
      done(
        remove('second-factor', keys.secondFactor(uid), { sealedSecret }),
        remove('second-factor-setup', keys.secondFactorSetup(uid)),
        ...record(change),
      ),

    reset: ({ uid, version, epoch }, { sealedSecret }, change) =>
      done(
        update('member', keys.member(uid), { epoch: epoch + 1, version: version + 1 }, { version }),
        remove('second-factor', keys.secondFactor(uid), { sealedSecret }),
        remove('second-factor-setup', keys.secondFactorSetup(uid)),
        ...record(change),
      ),
  };
}

const setupRow = ({ uid, sealedSecret, expiresAt }: SecondFactorSetup) => ({
  ...keys.secondFactorSetup(uid),
  uid,
  sealedSecret,
  endsAt: expiresAt,
  expiresAt: seconds(new Date(expiresAt)) + DAY_SECONDS,
});
