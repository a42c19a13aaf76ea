import type { Ambient } from '../ambient.ts';
import type { Files } from '../files.ts';
import { Refusal } from '../refusal.ts';
import { type Receipts, receiptKey } from './receipt.ts';

const LINK_SECONDS = 300;

export type GetReceiptNeeds = Pick<Ambient, 'clock'> & {
  receipts: Pick<Receipts, 'find'>;
  files: Pick<Files, 'link'>;
};

/** An address of the document for five minutes; undefined while it is being made. Refuses with `receipt-not-found`. */
export async function linkToReceipt(
  { clock, receipts, files }: GetReceiptNeeds,
  uid: string,
  number: string,
): Promise<string | undefined> {
  const found = await receipts.find(uid, number);
  if (!found) throw new Refusal('receipt-not-found');
  return found.isMade ? files.link(receiptKey(number), LINK_SECONDS, clock()) : undefined;
}
