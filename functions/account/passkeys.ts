import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { createAccountEntry, logAccountEntry } from '../audit/audit.ts';
import { enforceLimit } from '../limits/enforce-limit.ts';
import { limitRules } from '../limits/limits.ts';
import { passkeyAddedMail, passkeyRemovedMail } from '../mail/transactional/messages/login.ts';
import type { Caller } from '../members/member.ts';
import { createChallenge, readChallenge } from '../passkeys/challenge.ts';
import { MAX_PASSKEYS, type Passkey } from '../passkeys/passkey.ts';
import { confirmIdentity, type IdentityProof } from '../second-factor/set-up.ts';
import { endOtherSessions } from '../sessions/devices.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { AccountDeps } from './delete-account.ts';

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
  deps: AccountDeps,
  caller: Caller,
  given: IdentityProof,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { uid, username, firstName, lastName } = caller.member;
  await confirmIdentity(deps, caller, given);
  const existing = await listWithSpace(deps, uid);
  await enforceLimit(deps, limitRules.newPasskeys, uid);
  const challenge = createChallenge(deps, purposeOf(caller));
  const name = `${firstName} ${lastName}`.trim();
  const webauthn = await deps.loadWebauthn();
  return webauthn.creationOptions(challenge, { uid, username, name }, existing);
}

/** Adds the passkey that the device has created, and emails the member. @throws `passkey-not-added`, `passkey-limit` */
export async function finishPasskey(
  deps: AccountDeps,
  caller: Caller,
  response: RegistrationResponseJSON,
): Promise<void> {
  const { member, source } = caller;
  const { uid } = member;
  const webauthn = await deps.loadWebauthn();
  let attemptId = '';
  const created = await webauthn.verifyCreation(response, (challenge) => {
    attemptId = challenge;
    return readChallenge(deps, purposeOf(caller), challenge) !== undefined;
  });
  if (!created) throw new DomainError('passkey-not-added');
  await listWithSpace(deps, uid);
  const addedAt = deps.now().toISOString();
  const passkey = {
    ...created,
    uid,
    browser: source.browser,
    addedAt,
    lastUsedAt: '',
    lastChallengeAt: addedAt,
  };
  // A challenge adds one passkey.
  const entry = { ...createAccountEntry(deps, source, { action: 'add-passkey', uid }), attemptId };
  const failed = await deps.table.commit([
    // A new password removes the passkeys that it finds, and must not miss this one.
    deps.members.raiseVersionWrite(member),
    deps.passkeys.insertWrite(passkey),
    ...deps.mailQueue.enqueueWrites(passkeyAddedMail(deps, member)),
    ...deps.audit.entryWrites(entry),
  ]);
  if (failed.length > 0) throw new DomainError('passkey-not-added');
  logAccountEntry(deps, entry);
}

/**
 * Removes a passkey, ends every other session, which may have begun with it on a device that is lost, and emails the member.
 * A repeat ends the sessions that are left: the first one may have failed after it had removed the passkey.
 * @throws `password-wrong`, `code-invalid`, `too-many-attempts`
 */
export async function removePasskey(
  deps: AccountDeps,
  caller: Caller,
  { id, ...given }: IdentityProof & { id: string },
): Promise<void> {
  const { member, source } = caller;
  const { uid } = member;
  await confirmIdentity(deps, caller, given);
  const passkey = await deps.passkeys.findPasskey(uid, id);
  if (passkey) {
    const entry = createAccountEntry(deps, source, { action: 'remove-passkey', uid });
    await deps.table.commit([
      deps.passkeys.removeWrite(passkey),
      ...deps.mailQueue.enqueueWrites(passkeyRemovedMail(deps, member)),
      ...deps.audit.entryWrites(entry),
    ]);
    logAccountEntry(deps, entry);
  }
  await endOtherSessions(deps, caller);
}

/** The member's passkeys. @throws `passkey-limit` if there is no space for one more */
async function listWithSpace({ passkeys }: AccountDeps, uid: string): Promise<Passkey[]> {
  const existing = await passkeys.listPasskeys(uid);
  if (existing.length >= MAX_PASSKEYS) throw new DomainError('passkey-limit');
  return existing;
}
