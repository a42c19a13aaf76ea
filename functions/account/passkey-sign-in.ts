import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { canonicalize } from '#shared/text';
import { enforceLimit } from '../limits/enforce-limit.ts';
import { limitRules } from '../limits/limits.ts';
import { hasSignedInFrom } from '../limits/repository.ts';
import { findMember } from '../members/repository.ts';
import type { Context } from '../platform/context.ts';
import { DomainError } from '../shared/domain-error.ts';
import { createChallenge, readChallenge } from './passkey-challenge.ts';
import { findPasskey, recordPasskeyUse } from './passkey-repository.ts';
import { deleteSession } from './session-repository.ts';
import { createSession, logSignIn } from './sign-in.ts';

/** No person: whose passkey it is, only the device's answer says. */
const PURPOSE = 'sign-in';

/** What the browser asks a device for. */
export async function beginPasskeySignIn(
  context: Pick<Context, 'keyedHash' | 'loadWebauthn' | 'now' | 'randomBytes'>,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const webauthn = await context.loadWebauthn();
  return webauthn.requestOptions(createChallenge(context, PURPOSE));
}

export interface PasskeySignIn {
  response: AuthenticationResponseJSON;
  /** If given, only this member's passkeys are accepted: a page that waits for its owner must not get another. */
  username?: string;
  rememberMe: boolean;
  network: string;
  browser: string;
}

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
  const uid = Buffer.from(response.response.userHandle ?? '', 'base64url').toString();
  try {
    const [passkey, member, webauthn] = await Promise.all([
      findPasskey(context, uid, response.id),
      findMember(context, uid),
      context.loadWebauthn(),
    ]);
    if (!passkey || !member || !isExpected(member, request.username))
      throw new DomainError('passkey-rejected');
    let challengeAt: Date | undefined;
    const accept = (challenge: string) => {
      challengeAt = readChallenge(context, PURPOSE, challenge);
      return challengeAt !== undefined;
    };
    const use = await webauthn.verifyUse(response, accept, passkey);
    if (!use || !challengeAt) throw new DomainError('passkey-rejected');
    if (member.state === 'disabled') throw new DomainError('account-disabled');
    if (!(await recordPasskeyUse(context, passkey, { ...use, challengeAt, usedAt: context.now() })))
      throw new DomainError('passkey-rejected');
    const name = canonicalize(member.username);
    const isKnownNetwork = await hasSignedInFrom(context, name, network);
    const { session, token } = await createSession(
      context,
      member,
      { ...request, username: member.username },
      { names: [name], hasGivenSecondFactor: true, isKnownNetwork, isWithPasskey: true },
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

const isExpected = ({ username }: { username: string }, expected = username): boolean =>
  canonicalize(username) === canonicalize(expected);
