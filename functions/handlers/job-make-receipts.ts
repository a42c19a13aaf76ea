import { makeReceipts as make } from '../payments/make-receipts.ts';

/** Started by the table's stream at each new receipt and by its schedule in any case. */
export const makeReceipts = (...given: Parameters<typeof make>): Promise<number> => make(...given);
