import type { Files } from '../platform/files.ts';
import type { Runtime } from '../platform/runtime.ts';
import { type ReceiptPrinter, type Receipts, receiptKey } from './receipt.ts';

const BATCH = 25;

export type MakeReceiptsDeps = Pick<Runtime, 'now' | 'log'> & {
  receipts: Pick<Receipts, 'listPending' | 'markReady'>;
  receiptPrinter: ReceiptPrinter;
  files: Pick<Files, 'put'>;
};

/**
 * Makes the documents that are still to be made, until the time is up. One that was made before a crash is made again, the
 * same.
 */
export async function makeReceipts(deps: MakeReceiptsDeps, until?: Date): Promise<number> {
  const { now, receipts, receiptPrinter, files, log } = deps;
  let made = 0;
  for (;;) {
    const before = made;
    for (const receipt of await receipts.listPending(BATCH)) {
      if (until && now() >= until) return made;
      const { number } = receipt;
      try {
        const body = await receiptPrinter.print(receipt);
        await files.put(receiptKey(number), { body, contentType: 'application/pdf' });
        await receipts.markReady(receipt);
        made += 1;
      } catch (cause) {
        log({ level: 'error', event: 'receipt-failed', number, cause });
      }
    }
    if (made === before) return made;
  }
}
