import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type * as z from 'zod/mini';
import type { signInWithPasskey as passkeyCall } from '#contract/passkeys';
import { personName } from '#shared/person-name';
import { canonicalize } from '#shared/text';
import { limitRules } from '../limits/limits.ts';
import { enforceLimit, hasSignedInFrom } from '../limits/repository.ts';
import { passkeyAddedMail, passkeyRemovedMail } from '../mail/transactional/messages/login.ts';
import type { Caller } from '../members/member.ts';
import { findMember } from '../members/repository.ts';
import { raiseVersionWrite } from '../members/write-repository.ts';
import type { Context, WithTable } from '../platform/context.ts';
import type { CallSource } from '../platform/runtime.ts';
import { keys } from '../platform/table/schema.ts';
import { insert, updateIf } from '../platform/table/writes.ts';
import { DomainError } from '../shared/domain-error.ts';
import { isRecent } from '../shared/recent.ts';
import { commitAccountChange } from './account-change.ts';
import { endOtherSessions } from './devices.ts';
import { findPasskey, listPasskeys, type Passkey, removePasskeyWrite } from './passkey-repository.ts';
import { confirmIdentity, type IdentityProof, type SecondFactorContext } from './second-factor.ts';
import { deleteSession } from './sessions.ts';
import { createSession, logSignIn } from './sign-in.ts';

type ChallengeContext = Pick<Context, 'now' | 'randomBytes' | 'keyedHash'>;

/** As long as the browser lets a person take. */
const CHALLENGE_MS = 5 * 60_000;
const TIME_BYTES = 8;
/** WebAuthn level 3, section 13.4.3, asks for at least 16 random bytes. */
const RANDOM_BYTES = 16;

/**
 * A challenge for a passkey to sign: the time, random bytes, and their keyed hash. Nothing is stored, so that strangers
 * can fill no table. `purpose` keeps it from being accepted for another person or action.
 */
function createChallenge(context: ChallengeContext, purpose: string): Uint8Array {
  const content = Buffer.alloc(TIME_BYTES + RANDOM_BYTES);
  content.writeBigUInt64BE(BigInt(context.now().getTime()));
  content.set(context.randomBytes(RANDOM_BYTES), TIME_BYTES);
  const hash = context.keyedHash.hash(hashPurpose(purpose), content);
  return Buffer.concat([content, hash]);
}

/** When the challenge (base64url) was issued; undefined unless it is ours, for this purpose, and neither too old nor of a time to come. */
function readChallenge(
  context: Pick<Context, 'keyedHash' | 'now'>,
  purpose: string,
  challenge: string,
): Date | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  const content = bytes.subarray(0, TIME_BYTES + RANDOM_BYTES);
  if (content.length < TIME_BYTES + RANDOM_BYTES) return undefined;
  if (!context.keyedHash.verify(hashPurpose(purpose), content, bytes.subarray(content.length)))
    return undefined;
  const issuedAt = Number(content.readBigUInt64BE());
  return isRecent(issuedAt, context.now(), CHALLENGE_MS) ? new Date(issuedAt) : undefined;
}

const hashPurpose = (purpose: string): string => `passkey-challenge ${purpose}`;

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
  const event = { action: 'add-passkey', uid, attemptId } as const;
  const isCommitted = await commitAccountChange(context, source, event, passkeyAddedMail(context, member), [
    // A new password removes the passkeys that it finds, and must not miss this one.
    raiseVersionWrite(member),
    insert('passkey', { ...keys.passkey(uid, passkey.id), ...passkey }),
  ]);
  if (!isCommitted) throw new DomainError('passkey-not-added');
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
    const mail = passkeyRemovedMail(context, member);
    await commitAccountChange(context, source, { action: 'remove-passkey', uid }, mail, [
      removePasskeyWrite(passkey),
    ]);
  }
  await endOtherSessions(context, caller);
}

/** The member's passkeys. @throws `passkey-limit` if there is no space for one more */
async function listWithSpace(context: WithTable, uid: string): Promise<Passkey[]> {
  const existing = await listPasskeys(context, uid);
  if (existing.length >= MAX_PASSKEYS) throw new DomainError('passkey-limit');
  return existing;
}

/** No person: whose passkey it is, only the device's answer says. */
const SIGN_IN = 'sign-in';

/** What the browser asks a device for. */
export async function beginPasskeySignIn(
  context: Pick<Context, 'keyedHash' | 'loadWebauthn' | 'now' | 'randomBytes'>,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const webauthn = await context.loadWebauthn();
  return webauthn.requestOptions(createChallenge(context, SIGN_IN));
}

/** If it has a username, only this member's passkeys are accepted: a page that waits for its owner must not get another. */
type PasskeySignIn = Extract<z.output<typeof passkeyCall.request>, { action: 'finish' }> & CallSource;

/**
 * Begins a session with a device's answer and returns its token. The device has verified its owner, so the second factor
 * counts as given. Each answer is accepted once.
 * @throws `passkey-rejected`, `account-disabled`, `too-many-attempts`
 */
export async function signInWithPasskey(
  context: Pick<
    Context,
    'table' | 'keyedHash' | 'sessionTokens' | 'loadWebauthn' | 'now' | 'randomBytes' | 'log'
  >,
  request: PasskeySignIn,
): Promise<string> {
  const { network, response } = request;
  await enforceLimit(context, limitRules.reads, ['passkey', network]);
  const uid = Buffer.from(response.response.userHandle, 'base64url').toString();
  try {
    const [passkey, member, webauthn] = await Promise.all([
      findPasskey(context, uid, response.id),
      findMember(context, uid),
      context.loadWebauthn(),
    ]);
    if (!passkey || !member) throw new DomainError('passkey-rejected');
    const { username } = member;
    if (canonicalize(request.username ?? username) !== canonicalize(username))
      throw new DomainError('passkey-rejected');
    let challengeAt: Date | undefined;
    const accept = (challenge: string) => {
      challengeAt = readChallenge(context, SIGN_IN, challenge);
      return challengeAt !== undefined;
    };
    const use = await webauthn.verifyUse(response, accept, passkey);
    if (!use || !challengeAt) throw new DomainError('passkey-rejected');
    if (member.state === 'disabled') throw new DomainError('account-disabled');
    // Fails if a login with this challenge or a later one was accepted before, or if the passkey was removed.
    const isFirstUse = await updateIf(context.table, keys.passkey(uid, passkey.id), {
      onlyIf: 'lastChallengeAt < :challengeAt',
      update: 'SET lastChallengeAt = :challengeAt, lastUsedAt = :usedAt, signatureCount = :signatureCount',
      values: {
        ':challengeAt': challengeAt.toISOString(),
        ':usedAt': context.now().toISOString(),
        ':signatureCount': use.signatureCount,
      },
    });
    if (!isFirstUse) throw new DomainError('passkey-rejected');
    const isKnownNetwork = await hasSignedInFrom(context, canonicalize(username), network);
    const { session, token } = await createSession(
      context,
      member,
      { ...request, username },
      { isKnownNetwork, proof: 'passkey' },
    );
    // A removal ends the sessions that it finds, and this one may have come later.
    if (!(await findPasskey(context, uid, response.id))) {
      await deleteSession(context, uid, session.id);
      throw new DomainError('passkey-rejected');
    }
    return token;
  } catch (cause) {
    if (cause instanceof DomainError) logSignIn(context, { username: uid, network }, { outcome: cause.code });
    throw cause;
  }
}
