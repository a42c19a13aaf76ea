import * as z from 'zod/mini';
import { endpoint, NoBody } from './endpoint.ts';

/** Asks the provider whether the member has paid, and extends the membership where that is so. */
export const confirmPayment = endpoint({
  name: 'confirmPayment',
  method: 'POST',
  path: '/membership/confirm-payment',
  access: 'member',
  request: NoBody,
  status: 200,
  reply: z.object({ success: z.boolean(), message: z.string() }),
});
