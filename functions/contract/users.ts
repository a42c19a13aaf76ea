import * as z from 'zod/mini';
import { RECIPIENT_STATUSES } from '#shared/choices';
import { endpoint } from './endpoint.ts';
import { Envelope, Page, pageOf } from './envelope.ts';

/** Addresses for the recipient picker; `status` of a member of any kind who is not active is `inactive`. */
export const getUsers = endpoint({
  name: 'getUsers',
  method: 'GET',
  path: '/admin/get-users',
  access: 'admin',
  request: z.object({
    ...pageOf(10),
    search: z._default(z.string().check(z.maxLength(64)), ''),
    status: z._default(z.enum(RECIPIENT_STATUSES), 'all'),
  }),
  status: 200,
  reply: Envelope(Page(z.object({ email: z.string(), membership_status: z.enum(['active', 'inactive']) }))),
});
