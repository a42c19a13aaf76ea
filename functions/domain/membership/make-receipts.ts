import type { Ambient } from '../ambient.ts';
import type { Files } from '../files.ts';
import { type ReceiptPrinter, type Receipts, receiptKey } from './receipt.ts';

const BATCH = 25;

export type MakeReceiptsNeeds = Pick<Ambient, 'clock' | 'report'> & {
  receipts: Pick<Receipts, 'unmade' | 'markMade'>;
  receiptPrinter: ReceiptPrinter;
  files: Pick<Files, 'put'>;
};

/**
 * Makes the documents that are still to be made, until the time is up. One that was made before a crash is made again, the
 * same.
 */
export async function makeReceipts(needs: MakeReceiptsNeeds, until?: Date): Promise<number> {
  const { clock, receipts, receiptPrinter, files, report } = needs;
  let made = 0;
  for (;;) {
    const before = made;
    for (const receipt of await receipts.unmade(BATCH)) {
      if (until && clock() >= until) return made;
      const { number } = receipt;
      try {
        const body = await receiptPrinter.print(receipt);
        await files.put(receiptKey(number), { body, contentType: 'application/pdf' });
        await receipts.markMade(receipt);
        made += 1;
      } catch (cause) {
        report({ level: 'error', event: 'receipt-not-made', number, cause });
      }
    }
    if (made === before) return made;
  }
}
