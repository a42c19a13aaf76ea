import * as z from 'zod/mini';
import { AUDIT_ACTIONS, AUDIT_ROLES } from '#shared/audit-choices';
import { Uid } from '#shared/fields';
import { monthRange } from '#shared/hong-kong';
import { endpoint } from './endpoint.ts';
import { CursorPage, cursorLike, Envelope, INVALID_CURSOR } from './envelope.ts';

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

const ENTRY = /^\d{4}-\d\d-\d\dT[\d:.]{12}Z#[0-9a-f]{16}$/;

/** One choice of a filter; an empty one filters nothing. */
const OptionalText = z.optional(z.string().check(z.maxLength(64)));

/**
 * The log of one month in Hong Kong or, with `uid`, the entries about one member of all months, to which the filters do
 * not apply.
 */
export const getAudit = endpoint({
  route: 'GET /admin/audit',
  access: 'admin',
  request: z
    .object({
      month: z
        .string()
        // Aborts: the cursor is compared with the month's days.
        .check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'Enter a month as YYYY-MM.', abort: true })),
      cursor: cursorLike(ENTRY),
      uid: z.optional(Uid),
      /** An administrator's username, or a role. */
      by: OptionalText,
      auditAction: z.optional(z.union([z.enum(AUDIT_ACTIONS), z.literal('')])),
      /** Membership ID or username of the member concerned. */
      member: OptionalText,
    })
    .check(
      z.refine(
        ({ month, uid, cursor }) => {
          if (uid !== undefined || cursor === undefined) return true;
          const { start, end } = monthRange(month);
          return start <= cursor && cursor < end;
        },
        { path: ['cursor'], error: INVALID_CURSOR },
      ),
    ),
  reply: Envelope(AuditPage),
});

/** The history of the caller's own account, without the names of administrators. */
export const getHistory = endpoint({
  route: 'GET /user/history',
  access: 'member',
  request: z.object({ cursor: cursorLike(ENTRY) }),
  reply: Envelope(AuditPage),
});
