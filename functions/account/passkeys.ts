import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { personName } from '#shared/person-name';
import { createAccountEntry, logAccountEntry } from '../audit/audit.ts';
import { auditEntryWrites } from '../audit/repository.ts';
import { enforceLimit } from '../limits/enforce-limit.ts';
import { limitRules } from '../limits/limits.ts';
import { enqueueMailWrites } from '../mail/transactional/enqueue-repository.ts';
import { passkeyAddedMail, passkeyRemovedMail } from '../mail/transactional/messages/login.ts';
import type { Caller } from '../members/member.ts';
import { raiseVersionWrite } from '../members/write-repository.ts';
import type { Context, WithTable } from '../platform/context.ts';
import { DomainError } from '../shared/domain-error.ts';
import { endOtherSessions } from './devices.ts';
import { createChallenge, readChallenge } from './passkey-challenge.ts';
import {
  findPasskey,
  insertPasskeyWrite,
  listPasskeys,
  type Passkey,
  removePasskeyWrite,
} from './passkey-repository.ts';
import { confirmIdentity, type IdentityProof, type SecondFactorContext } from './second-factor.ts';

/** More than anybody has devices. */
const MAX_PASSKEYS = 10;

/** A passkey is added in the session that began it. */
const purposeOf = ({ member, session }: Caller): string => `add ${member.uid} ${session.id}`;

/** A passkey as its owner sees it. `lastUsedAt` is null before the first login. */
export const describePasskey = ({ id, browser, addedAt, lastUsedAt }: Passkey) => ({
  id,
  browser,
  addedAt,
  lastUsedAt: lastUsedAt || null,
});

/**
 * What the browser asks the device for.
 * @throws `password-wrong`, `code-invalid`, `passkey-limit`, `too-many-attempts`
 */
export async function beginPasskey(
  context: SecondFactorContext & Pick<Context, 'passwords' | 'loadWebauthn'>,
  caller: Caller,
  given: IdentityProof,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { uid, username } = caller.member;
  await confirmIdentity(context, caller, given);
  const existing = await listWithSpace(context, uid);
  await enforceLimit(context, limitRules.emails, ['passkey', uid]);
  const challenge = createChallenge(context, purposeOf(caller));
  const name = personName(caller.member);
  const webauthn = await context.loadWebauthn();
  return webauthn.creationOptions(challenge, { uid, username, name }, existing);
}

/** Adds the passkey that the device has created, and emails the member. @throws `passkey-not-added`, `passkey-limit` */
export async function finishPasskey(
  context: Pick<Context, 'table' | 'keyedHash' | 'loadWebauthn' | 'now' | 'randomBytes' | 'log'>,
  caller: Caller,
  response: RegistrationResponseJSON,
): Promise<void> {
  const { member, source } = caller;
  const { uid } = member;
  const webauthn = await context.loadWebauthn();
  let attemptId = '';
  const created = await webauthn.verifyCreation(response, (challenge) => {
    attemptId = challenge;
    return readChallenge(context, purposeOf(caller), challenge) !== undefined;
  });
  if (!created) throw new DomainError('passkey-not-added');
  await listWithSpace(context, uid);
  const addedAt = context.now().toISOString();
  const passkey = {
    ...created,
    uid,
    browser: source.browser,
    addedAt,
    lastUsedAt: '',
    lastChallengeAt: addedAt,
  };
  // A challenge adds one passkey.
  const entry = { ...createAccountEntry(context, source, { action: 'add-passkey', uid }), attemptId };
  const failed = await context.table.commit([
    // A new password removes the passkeys that it finds, and must not miss this one.
    raiseVersionWrite(member),
    insertPasskeyWrite(passkey),
    ...enqueueMailWrites(passkeyAddedMail(context, member)),
    ...auditEntryWrites(entry),
  ]);
  if (failed.length > 0) throw new DomainError('passkey-not-added');
  logAccountEntry(context, entry);
}

/**
 * Removes a passkey, ends every other session, which may have begun with it on a device that is lost, and emails the member.
 * A repeat ends the sessions that are left: the first one may have failed after it had removed the passkey.
 * @throws `password-wrong`, `code-invalid`, `too-many-attempts`
 */
export async function removePasskey(
  context: SecondFactorContext & Pick<Context, 'passwords'>,
  caller: Caller,
  { id, ...given }: IdentityProof & { id: string },
): Promise<void> {
  const { member, source } = caller;
  const { uid } = member;
  await confirmIdentity(context, caller, given);
  const passkey = await findPasskey(context, uid, id);
  if (passkey) {
    const entry = createAccountEntry(context, source, { action: 'remove-passkey', uid });
    await context.table.commit([
      removePasskeyWrite(passkey),
      ...enqueueMailWrites(passkeyRemovedMail(context, member)),
      ...auditEntryWrites(entry),
    ]);
    logAccountEntry(context, entry);
  }
  await endOtherSessions(context, caller);
}

/** The member's passkeys. @throws `passkey-limit` if there is no space for one more */
async function listWithSpace(context: WithTable, uid: string): Promise<Passkey[]> {
  const existing = await listPasskeys(context, uid);
  if (existing.length >= MAX_PASSKEYS) throw new DomainError('passkey-limit');
  return existing;
}
