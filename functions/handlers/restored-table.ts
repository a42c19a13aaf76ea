import { addDays, hongKongDate, hongKongInstant } from '#shared/hong-kong';
import { stopNotes } from '../mail/campaigns/automatic-stops.ts';
import { findCampaign, listDueCampaigns, stopCampaign } from '../mail/campaigns/campaign-repository.ts';
import { holdMail, listQueuedMails } from '../mail/transactional/repository.ts';
import { walkDirectory } from '../members/repository.ts';
import { formatReceiptNumber, parseReceiptNumber, serialOfFileKey } from '../payments/payment.ts';
import { findLastReceiptSerial, reserveReceiptSerialsWrite } from '../payments/repository.ts';
import { createRuntime, type Runtime } from '../platform/runtime.ts';
import type { Table } from '../platform/table/table.ts';
import { remindMembers, type Stages } from '../reminders/reminders.ts';

interface Restored {
  /** The second that the table was restored to. */
  restoredAt: Date;
  now: () => Date;
  /** The last receipt number of which a document exists; 0 without any. */
  lastDocument: number;
  /** The last receipt number that members are known to have, where the documents themselves are lost. */
  lastReceipt?: string | undefined;
  /** The time of the daily reminders in Hong Kong, HH:MM. */
  reminderTime: string;
  stages?: Stages | undefined;
}

export interface PreparedTable {
  heldMails: number;
  pausedCampaigns: number;
  /** The first number that the next receipt can have. */
  nextReceipt: string;
  /** How many numbers members were given after the restored second. */
  skippedReceipts: number;
  marksOfReminders: number;
}

const MOST_CAMPAIGNS = 1000;
/** Later than every campaign's time, so that all with work left are listed. */
const END_OF_TIME = new Date('9999-01-01T00:00:00Z');

/**
 * Makes a table that was restored to an earlier second safe to be used: what may have left after that second is not sent
 * again by itself, and no receipt number that a member has is given to another. Can be repeated. To be called before any
 * worker gets the table.
 */
export async function prepareRestoredTable(
  table: Table,
  write: Parameters<typeof createRuntime>[0],
  restored: Restored,
): Promise<PreparedTable> {
  const runtime = createRuntime(write, restored.now);
  const mails = await listQueuedMails({ table });
  for (const mail of mails) await holdMail({ table }, mail);
  const pausedCampaigns = await pauseCampaigns({ table, now: runtime.now });
  const { lastDocument, lastReceipt } = restored;
  const lastGiven = Math.max(lastDocument, lastReceipt === undefined ? 0 : parseReceiptNumber(lastReceipt));
  const { next, skipped } = await skipReceiptNumbers(table, lastGiven);
  const marksOfReminders = await markReminders(table, runtime, restored);
  return {
    heldMails: mails.length,
    pausedCampaigns,
    nextReceipt: formatReceiptNumber(next),
    skippedReceipts: skipped,
    marksOfReminders,
  };
}

/** A campaign of a later time has not left: its schedule, or the minute's job, still starts it. */
async function pauseCampaigns(context: Pick<Runtime, 'now'> & { table: Table }): Promise<number> {
  let paused = 0;
  for (const id of await listDueCampaigns(context, END_OF_TIME, MOST_CAMPAIGNS)) {
    const campaign = await findCampaign(context, id);
    if (!campaign || campaign.sendAt > context.now().toISOString()) continue;
    if (await stopCampaign(context, id, 'paused', stopNotes.tableRestored)) paused += 1;
  }
  return paused;
}

async function skipReceiptNumbers(
  table: Table,
  lastGiven: number,
): Promise<{ next: number; skipped: number }> {
  const last = await findLastReceiptSerial({ table });
  const known = last ?? 0;
  if (lastGiven <= known) return { next: known + 1, skipped: 0 };
  const failed = await table.commit([reserveReceiptSerialsWrite(last, lastGiven - known)]);
  if (failed.length > 0) throw new Error('A receipt was made meanwhile: a worker already uses this table.');
  return { next: lastGiven + 1, skipped: lastGiven - known };
}

/** Runs the days since then without their emails: they have left. Rejects after all days if a member could not be marked. */
async function markReminders(
  table: Table,
  runtime: Runtime,
  { restoredAt, reminderTime, stages }: Restored,
): Promise<number> {
  const context = { ...runtime, table, stages, onlyMarks: true };
  let marked = 0;
  const failures: unknown[] = [];
  for (let day = hongKongDate(restoredAt); day <= hongKongDate(runtime.now()); day = addDays(day, 1)) {
    const run = hongKongInstant(day, reminderTime);
    if (run < restoredAt || run > runtime.now()) continue;
    await remindMembers({ ...context, now: () => run }).then(
      ({ reminded }) => {
        marked += reminded;
      },
      (cause) => failures.push(cause),
    );
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not all reminders were marked as sent.');
  return marked;
}

/** The last receipt number of which there is a document; 0 without any. */
export async function findLastDocument(fileKeys: AsyncIterable<string>): Promise<number> {
  let last = 0;
  for await (const key of fileKeys) last = Math.max(last, serialOfFileKey(key) ?? 0);
  return last;
}

export const hasMembers = async (table: Table): Promise<boolean> =>
  !(await walkDirectory({ table }).next()).done;
