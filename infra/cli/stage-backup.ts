import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import {
  findLastDocument,
  hasMembers,
  type PreparedTable,
  prepareRestoredTable,
} from '../../functions/handlers/restored-table.ts';
import { openTable } from '../../functions/platform/table/table.ts';
import { removeUnpacked, type Unpacked, unpack, writeBackup } from '../local/backup.ts';
import { loadSecrets } from '../local/data-folder.ts';
import { StartupError } from '../local/disk/errors.ts';
import { checkIsFile, checkIsNew, replaceFile } from '../local/disk/files.ts';
import { reminderTime } from '../schedules.ts';
import { type Stage, stageSecrets } from '../stages.ts';
import { copyObjects, copyRows, type DataPlace, walkKeys } from './data-place.ts';
import { type StageTarget, withFolder } from './target.ts';

/** ISO 8601, UTC. */
export const Instant = z.iso.datetime();

const SECRETS_FILE = 'stage-secrets.json';
const StageSecrets = z.record(z.enum(stageSecrets), z.string());
/** With the stage they are of: members of one stage never get into another. */
const SecretsOfStage = z.object({ stage: z.string(), secrets: StageSecrets });

/**
 * Writes the data of a stage into an encrypted file in the form of a local data folder, which one machine can start. Rows
 * are read one after the other while the stage works: what is written meanwhile may be there in part.
 */
export async function backUpStage(
  file: string,
  from: DataPlace & Pick<StageTarget, 'stage' | 'readSecret'>,
  passphrase: string,
): Promise<Unpacked & { rows: number; objects: number }> {
  checkIsNew(file);
  let counts = { rows: 0, objects: 0 };
  const collect = async (staging: string) => {
    const secrets = Object.fromEntries(
      await Promise.all(stageSecrets.map(async (name) => [name, await from.readSecret(name)] as const)),
    );
    await replaceFile(
      join(staging, SECRETS_FILE),
      JSON.stringify({ stage: from.stage.name, secrets }, null, 2),
    );
    const { passwordPepper, mailKey, tokenKeys } = StageSecrets.parse(secrets);
    const { current: tokenKey } = z.object({ current: z.string() }).parse(JSON.parse(tokenKeys));
    await replaceFile(join(staging, 'secrets.json'), JSON.stringify({ passwordPepper, mailKey, tokenKey }));
    await loadSecrets(staging);
    counts = await withFolder(staging, undefined, async (local) => ({
      rows: await copyRows(from, local),
      objects: await copyObjects(from, local),
    }));
  };
  const made = await writeBackup(file, collect, passphrase);
  return { ...made, ...counts };
}

/** Puts a backup into a stage whose table has no members yet, with its secrets, and prepares the table. */
export async function restoreStage(
  file: string,
  into: DataPlace & Pick<StageTarget, 'stage' | 'writeSecret'>,
  passphrase: string | undefined,
  /** The last number that was given after the backup, as far as somebody knows. */
  lastReceipt?: string,
): Promise<{ madeAt: string; rows: number; objects: number; prepared: PreparedTable }> {
  checkIsFile(file);
  if (await hasMembers(openTable(into.table, into.connection)))
    throw new StartupError(
      `The stage "${into.stage.name}" has members. A backup is restored into a new, empty stage alone; to go back in time, see infra/README.md, "Restore the table". Nothing was changed.`,
    );
  const folder = await mkdtemp(join(tmpdir(), 'restore-'));
  try {
    const { madeAt } = await unpack(file, folder, passphrase);
    const text = await readFile(join(folder, SECRETS_FILE), 'utf8').catch(() => {
      throw new StartupError(`${file} is a backup of one machine, not of a stage. Nothing was changed.`);
    });
    const { stage: backedUpStage, secrets } = SecretsOfStage.parse(JSON.parse(text));
    if (backedUpStage !== into.stage.name)
      throw new StartupError(
        `${file} is a backup of the stage "${backedUpStage}", not of "${into.stage.name}". Nothing was changed.`,
      );
    for (const name of stageSecrets) await into.writeSecret(name, secrets[name]);
    const preparation = { at: madeAt, stages: into.stage.reminderStages, lastReceipt };
    const { earlier, ...counts } = await withFolder(folder, undefined, async (local) => {
      // No worker may meet emails that are due before they are held.
      const earlier = await prepare(local, preparation);
      return { earlier, rows: await copyRows(local, into), objects: await copyObjects(local, into) };
    });
    // The stage's bucket may have later documents than the backup.
    const later = await prepare(into, preparation);
    return { madeAt, ...counts, prepared: bothTimes(earlier, later) };
  } finally {
    await removeUnpacked(folder);
  }
}

/** What two preparations did together: the later one finds done what the earlier one did, and counts none of it. */
const bothTimes = (earlier: PreparedTable, later: PreparedTable): PreparedTable => ({
  heldMails: earlier.heldMails + later.heldMails,
  pausedCampaigns: earlier.pausedCampaigns + later.pausedCampaigns,
  nextReceipt: later.nextReceipt,
  skippedReceipts: earlier.skippedReceipts + later.skippedReceipts,
  marksOfReminders: earlier.marksOfReminders + later.marksOfReminders,
});

/** `prepareRestoredTable` with the last receipt of the place's own documents. */
export async function prepare(
  place: DataPlace,
  {
    at,
    stages,
    lastReceipt,
  }: { at: string; stages: Stage['reminderStages']; lastReceipt?: string | undefined },
): Promise<PreparedTable> {
  const write = (line: string, { level }: { level: string }) => {
    if (level !== 'info') console.error(line);
  };
  return prepareRestoredTable(openTable(place.table, place.connection), write, {
    now: () => new Date(),
    restoredAt: new Date(at),
    lastDocument: await findLastDocument(walkKeys(place, 'files', 'receipts/')),
    lastReceipt,
    reminderTime,
    stages,
  });
}
