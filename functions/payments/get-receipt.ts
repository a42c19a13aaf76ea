import type { Files } from '../platform/files.ts';
import type { Runtime } from '../platform/runtime.ts';
import { DomainError } from '../shared/domain-error.ts';
import { type Receipts, receiptKey } from './receipt.ts';

const LINK_SECONDS = 300;

export type GetReceiptDeps = Pick<Runtime, 'now'> & {
  receipts: Pick<Receipts, 'find'>;
  files: Pick<Files, 'link'>;
};

/** An address of the document for five minutes; undefined while it is being made. Refuses with `receipt-not-found`. */
export async function getReceiptLink(
  { now, receipts, files }: GetReceiptDeps,
  uid: string,
  number: string,
): Promise<string | undefined> {
  const found = await receipts.find(uid, number);
  if (!found) throw new DomainError('receipt-not-found');
  return found.isMade ? files.link(receiptKey(number), LINK_SECONDS, now()) : undefined;
}
