import * as z from 'zod/mini';
import { RECIPIENT_STATUSES } from '#shared/choices';
import { endpoint } from './endpoint.ts';
import { Envelope, Page, pageQuery } from './envelope.ts';

/** Addresses for the recipient picker; `status` of a member of any kind who is not active is `inactive`. */
export const getRecipients = endpoint({
  name: 'getRecipients',
  method: 'GET',
  path: '/admin/get-users',
  access: 'admin',
  request: z.object({
    ...pageQuery(10),
    search: z._default(z.string().check(z.maxLength(64)), ''),
    status: z._default(z.enum(RECIPIENT_STATUSES), 'all'),
  }),
  status: 200,
  reply: Envelope(Page(z.object({ email: z.string(), membership_status: z.enum(['active', 'inactive']) }))),
});
