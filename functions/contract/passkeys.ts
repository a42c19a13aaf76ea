import * as z from 'zod/mini';
import { PasswordHash, SecondFactorCode, Username } from '#shared/fields';
import { endpoint } from './endpoint.ts';
import { Envelope } from './envelope.ts';

const base64url = (max: number) =>
  z.string().check(z.maxLength(max), z.regex(/^[\w-]+$/, 'Send base64url without padding.'));

/** Its key in the table holds 1,024 bytes; devices use 16 to some 200. */
const CredentialId = base64url(900);

const credential = { id: CredentialId, rawId: CredentialId, type: z.literal('public-key') };
/** Extensions are not used. */
const withoutExtensions = { clientExtensionResults: z._default(z.object({}), {}) };

/** A device's answer to a login (WebAuthn's `AuthenticationResponseJSON`). */
const AuthenticationResponse = z.object({
  ...credential,
  ...withoutExtensions,
  response: z.object({
    clientDataJSON: base64url(2000),
    authenticatorData: base64url(2000),
    signature: base64url(2000),
    /** The membership ID, by which a passkey names its owner. */
    userHandle: base64url(100),
  }),
});

/** A device's answer to the request for a new passkey (`RegistrationResponseJSON`). */
const RegistrationResponse = z.object({
  ...credential,
  ...withoutExtensions,
  response: z.object({
    clientDataJSON: base64url(2000),
    attestationObject: base64url(20_000),
    transports: z.exactOptional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
});

/** `PublicKeyCredentialRequestOptionsJSON`: any passkey of this site will do. */
const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.exactOptional(z.string()),
  timeout: z.exactOptional(z.number()),
  userVerification: z.exactOptional(z.enum(['required', 'preferred', 'discouraged'])),
});

/** `PublicKeyCredentialCreationOptionsJSON`. */
const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.exactOptional(z.string()), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.exactOptional(z.number()),
  excludeCredentials: z.exactOptional(z.array(z.object({ type: z.literal('public-key'), id: z.string() }))),
  authenticatorSelection: z.exactOptional(
    z.object({
      residentKey: z.exactOptional(z.enum(['required', 'preferred', 'discouraged'])),
      requireResidentKey: z.exactOptional(z.boolean()),
      userVerification: z.exactOptional(z.enum(['required', 'preferred', 'discouraged'])),
    }),
  ),
});

/**
 * A login in two steps: `begin` returns what the browser asks the device for, within five minutes; `finish` brings the
 * device's answer and begins a session, which counts as having given the second factor.
 */
export const signInWithPasskey = endpoint({
  route: 'POST /auth/passkey',
  access: 'anyone',
  request: z.discriminatedUnion('action', [
    z.object({ action: z.literal('begin') }),
    z.object({
      action: z.literal('finish'),
      response: AuthenticationResponse,
      /** If given, only this member's passkeys are accepted. */
      username: z.exactOptional(Username),
      rememberMe: z._default(z.boolean(), false),
    }),
  ]),
  reply: z.object({
    /** After `begin`. */
    options: z.optional(RequestOptions),
    /** After `finish`. */
    token: z.optional(z.string()),
  }),
});

/** A passkey as its owner sees it. */
export const PasskeyEntry = z.object({
  id: z.string(),
  /** The user agent with which it was added. */
  browser: z.string(),
  addedAt: z.iso.datetime(),
  /** Null before the first login. */
  lastUsedAt: z.nullable(z.iso.datetime()),
});

/** The caller's own passkeys, the oldest first. */
export const getPasskeys = endpoint({
  route: 'GET /user/passkeys',
  access: 'member',
  reply: Envelope(z.array(PasskeyEntry)),
});

/** `code` belongs to the second factor, and is absent without one. */
const confirmed = { password: PasswordHash, code: z.optional(SecondFactorCode) };

/**
 * `begin` returns what the browser asks the device for, within five minutes; `finish` brings the device's answer and adds
 * the passkey. `remove` also logs out every other device; a repeat, after the passkey is removed, does only this.
 */
export const changePasskeys = endpoint({
  route: 'POST /user/passkeys',
  access: 'member',
  request: z.discriminatedUnion('action', [
    z.object({ action: z.literal('begin'), ...confirmed }),
    z.object({ action: z.literal('finish'), response: RegistrationResponse }),
    z.object({ action: z.literal('remove'), ...confirmed, id: CredentialId }),
  ]),
  invalid: 'Check what you entered',
  reply: Envelope(
    z.object({
      /** After `begin`. */
      options: z.optional(CreationOptions),
    }),
  ),
});
