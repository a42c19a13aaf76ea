import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const Whole = z.coerce.number().check(z.int(), z.gte(1));

/** Addresses for the recipient picker; `status` of a member of any kind who is not active is `inactive`. */
export const getUsers = endpoint({
  name: 'getUsers',
  method: 'GET',
  path: '/admin/get-users',
  access: 'admin',
  request: z.object({
    page: z._default(Whole.check(z.lte(1_000_000)), 1),
    limit: z._default(Whole.check(z.lte(100)), 10),
    search: z._default(z.string().check(z.maxLength(64)), ''),
    status: z._default(z.enum(['inactive', 'active', 'all']), 'all'),
  }),
  status: 200,
  reply: z.object({
    code: z.number(),
    msg: z.string(),
    data: z.object({
      items: z.array(z.object({ email: z.string(), membership_status: z.enum(['active', 'inactive']) })),
      pagination: z.object({ total: z.number(), page: z.number(), limit: z.number() }),
    }),
  }),
});
