import * as z from 'zod/mini';
import { AUDIT_ROLES } from '#shared/choices';
import { Uid } from '#shared/fields';
import { endpoint } from './endpoint.ts';
import { CursorPage, cursorLike, Envelope } from './envelope.ts';

/** The member whom an entry is about: the membership ID, and the username while the account exists. */
export const About = z.object({ uid: z.string(), username: z.optional(z.string()) });

export const AuditEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** Who did it: `member` is the one whom it is about, `operator` the command line, `anonymous` nobody with a session. */
  by: z.enum(AUDIT_ROLES),
  /** The administrator's username, which only administrators see. */
  administrator: z.optional(z.string()),
  action: z.string(),
  about: z.optional(About),
  reason: z.string(),
  details: z.record(z.string(), z.string()),
});
export type AuditEntry = z.output<typeof AuditEntry>;

export const AuditPage = CursorPage(AuditEntry);
export type AuditPage = z.output<typeof AuditPage>;

/** The log of one month or, with `uid`, the entries about one member. */
export const getAudit = endpoint({
  name: 'getAudit',
  method: 'GET',
  path: '/admin/audit',
  access: 'admin',
  request: z
    .object({
      month: z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Enter a month as YYYY-MM.')),
      /** The last reply's `next`; in a month's log it has no month. */
      cursor: cursorLike(/^(\d{4}-\d\d)?-\d\dT[\d:.]{12}Z#[0-9a-f]{16}$/),
      uid: z.optional(Uid),
    })
    .check(
      z.refine(({ uid, cursor }) => cursor === undefined || cursor.startsWith('-') === (uid === undefined), {
        path: ['cursor'],
        error: 'Invalid position in this list.',
      }),
    ),
  status: 200,
  reply: Envelope(AuditPage),
});

/** The history of the caller's own account, without the names of administrators. */
export const getHistory = endpoint({
  name: 'getHistory',
  method: 'GET',
  path: '/user/history',
  access: 'member',
  request: z.object({ cursor: cursorLike(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z#[0-9a-f]{16}$/) }),
  status: 200,
  reply: Envelope(AuditPage),
});
