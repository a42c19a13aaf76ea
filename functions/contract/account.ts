import * as z from 'zod/mini';
import { PasswordHash, Username } from '#shared/fields';
import { AuditEntry } from './audit.ts';
import { endpoint, MessageReply } from './endpoint.ts';
import { Envelope } from './envelope.ts';
import { MailPreferencesReply } from './mail-preferences.ts';
import { PasskeyEntry } from './passkeys.ts';

/** A device on which the member is signed in. The reference names the session and cannot be used to sign in. */
const SignedInDevice = z.object({
  reference: z.string(),
  current: z.boolean(),
  signedInAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  remembered: z.boolean(),
  /** The browser's user agent. */
  browser: z.string(),
  network: z.string(),
});
export type SignedInDevice = z.output<typeof SignedInDevice>;

export const getDevices = endpoint({
  route: 'GET /user/devices',
  access: 'member',
  reply: Envelope(z.array(SignedInDevice)),
});

/** Ends one other session; all others if no reference is given. */
export const signOutDevices = endpoint({
  route: 'POST /user/devices',
  access: 'member',
  request: z.object({ reference: z.optional(z.string().check(z.maxLength(64))) }),
  reply: MessageReply,
});

const Row = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** Everything stored about the member, as one document. */
export const exportData = endpoint({
  route: 'GET /user/export',
  access: 'member',
  reply: Envelope(
    z.object({
      exportedAt: z.iso.datetime(),
      account: Row,
      memberships: z.array(z.record(z.string(), z.string())),
      voidedMemberships: z.array(z.record(z.string(), z.string())),
      receipts: z.array(Row),
      /** Those that paid for a membership, and those that an administrator still has to look at. */
      payments: z.array(Row),
      history: z.array(z.omit(AuditEntry, { id: true, about: true, administrator: true })),
      conferences: z.array(z.record(z.string(), z.string())),
      /** What administrators wrote about the member. */
      notes: z.array(z.object({ at: z.iso.datetime(), text: z.string() })),
      emails: z.array(z.record(z.string(), z.string())),
      mail: MailPreferencesReply,
      sessions: z.array(SignedInDevice),
      passkeys: z.array(PasskeyEntry),
    }),
  ),
});

export const deleteAccount = endpoint({
  route: 'POST /user/delete-account',
  access: 'member',
  request: z.object({ password: PasswordHash, username: Username }),
  invalid: 'Require username and password',
  reply: MessageReply,
});

/**
 * For a member who doesn't recognise a login: ends every session, takes back what was added since, and emails a code to set
 * a new password.
 */
export const secureAccount = endpoint({
  route: 'POST /user/secure-account',
  access: 'member',
  /** The time of that login, as in the history. */
  request: z.object({ loggedInAt: z.iso.datetime() }),
  /** `email` is the address that the code was sent to; null if another account has it now, and this one was disabled. */
  reply: z.object({ message: z.string(), email: z.nullable(z.string()) }),
});

export const checkAdmin = endpoint({
  route: 'GET /admin/check-admin',
  access: 'member',
  reply: z.object({
    isAdmin: z.literal([0, 1]),
    /** Why an administrator's calls are rejected until this is done. */
    reason: z.optional(z.enum(['second-factor-missing', 'second-factor-stale'])),
  }),
});
