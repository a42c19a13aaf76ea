import * as z from 'zod/mini';
import { PasswordHash, Username } from '#shared/fields';
import { AuditEntry } from './audit.ts';
import { endpoint, MessageReply, NoInput } from './endpoint.ts';
import { Envelope } from './envelope.ts';
import { MailPreferencesReply } from './mail-preferences.ts';

/** Where a member is signed in. The reference names a session and opens none. */
export const SignedInDevice = z.object({
  reference: z.string(),
  current: z.boolean(),
  signedInAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  remembered: z.boolean(),
  /** The browser's own words about itself, and the network it came from. */
  browser: z.string(),
  network: z.string(),
});

export const getDevices = endpoint({
  name: 'getDevices',
  method: 'GET',
  path: '/user/devices',
  access: 'member',
  request: NoInput,
  status: 200,
  reply: Envelope(z.array(SignedInDevice)),
});

/** Ends one other session, or all of them where no reference is given. */
export const signOutDevices = endpoint({
  name: 'signOutDevices',
  method: 'POST',
  path: '/user/sign-out-devices',
  access: 'member',
  request: z.object({ reference: z.optional(z.string().check(z.maxLength(64))) }),
  status: 200,
  reply: MessageReply,
});

/** Everything that is kept about the member, as one document. */
export const exportData = endpoint({
  name: 'exportData',
  method: 'GET',
  path: '/user/export',
  access: 'member',
  request: NoInput,
  status: 200,
  reply: Envelope(
    z.object({
      exportedAt: z.iso.datetime(),
      account: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
      memberships: z.array(z.record(z.string(), z.string())),
      voidedMemberships: z.array(z.record(z.string(), z.string())),
      history: z.array(z.omit(AuditEntry, { id: true, about: true, administrator: true })),
      conferences: z.array(z.record(z.string(), z.string())),
      mail: MailPreferencesReply,
      sessions: z.array(SignedInDevice),
    }),
  ),
});

export const deleteAccount = endpoint({
  name: 'deleteAccount',
  method: 'POST',
  path: '/user/delete-account',
  access: 'member',
  request: z.object({ password: PasswordHash, username: Username }),
  invalid: 'Require username and password',
  status: 200,
  reply: MessageReply,
});

export const checkAdmin = endpoint({
  name: 'checkAdmin',
  method: 'GET',
  path: '/admin/check-admin',
  access: 'member',
  request: NoInput,
  status: 200,
  reply: z.object({
    isAdmin: z.literal([0, 1]),
    /** What an administrator's calls are refused with until it is done. */
    reason: z.optional(z.enum(['second-factor-missing', 'second-factor-stale'])),
  }),
});
