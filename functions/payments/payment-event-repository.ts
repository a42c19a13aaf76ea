import { readRow } from '../platform/table/reads.ts';
import { keys } from '../platform/table/schema.ts';
import { seconds, type Table } from '../platform/table/table.ts';
import type { PaymentEvents } from './handle-payment-event.ts';

/** Stripe repeats an event for three days. */
const KEEP_SECONDS = 30 * 86_400;

export const dynamoPaymentEvents = (table: Table): PaymentEvents => ({
  isEventHandled: async (id) => (await readRow(table, keys.event(id))) !== undefined,

  async markEventHandled(id, now) {
    const expiresAt = seconds(now) + KEEP_SECONDS;
    await table.call('PutItem', { Item: { ...keys.event(id), expiresAt } });
  },
});
