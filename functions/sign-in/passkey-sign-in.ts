import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { canonicalize } from '#shared/text';
import { enforceLimit, recordSuccess } from '../limits/enforce-limit.ts';
import { limitRules } from '../limits/limits.ts';
import { createChallenge, readChallenge } from '../passkeys/challenge.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { SignInDeps } from './authenticate.ts';
import { createSession, logSignIn } from './sign-in.ts';

/** No person: whose passkey it is, only the device's answer says. */
const PURPOSE = 'sign-in';

/** What the browser asks a device for. */
export async function beginPasskeySignIn(deps: SignInDeps): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const webauthn = await deps.loadWebauthn();
  return webauthn.requestOptions(createChallenge(deps, PURPOSE));
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
export async function signInWithPasskey(deps: SignInDeps, request: PasskeySignIn): Promise<string> {
  const { network, response } = request;
  await enforceLimit(deps, limitRules.passkeySignIns, network);
  const uid = Buffer.from(response.response.userHandle ?? '', 'base64url').toString();
  try {
    const [passkey, member, webauthn] = await Promise.all([
      deps.passkeys.findPasskey(uid, response.id),
      deps.members.findMember(uid),
      deps.loadWebauthn(),
    ]);
    if (!passkey || !member || !isExpected(member, request.username))
      throw new DomainError('passkey-rejected');
    let challengeAt: Date | undefined;
    const accept = (challenge: string) => {
      challengeAt = readChallenge(deps, PURPOSE, challenge);
      return challengeAt !== undefined;
    };
    const use = await webauthn.verifyUse(response, accept, passkey);
    if (!use || !challengeAt) throw new DomainError('passkey-rejected');
    if (member.state === 'disabled') throw new DomainError('account-disabled');
    if (!(await deps.passkeys.recordUse(passkey, { ...use, challengeAt, usedAt: deps.now() })))
      throw new DomainError('passkey-rejected');
    const name = canonicalize(member.username);
    const isKnownNetwork = await deps.limits.isKnownNetwork(name, network);
    const [{ session, token }] = await Promise.all([
      createSession(
        deps,
        member,
        { ...request, username: member.username },
        {
          hasGivenSecondFactor: true,
          isKnownNetwork,
          isWithPasskey: true,
        },
      ),
      recordSuccess(deps, name, network),
    ]);
    // A removal ends the sessions that it finds, and this one may have come later.
    if (!(await deps.passkeys.findPasskey(uid, response.id))) {
      await deps.sessions.deleteSession(uid, session.id);
      throw new DomainError('passkey-rejected');
    }
    return token;
  } catch (cause) {
    if (cause instanceof DomainError) logSignIn(deps, { username: uid, network }, { outcome: cause.code });
    throw cause;
  }
}

const isExpected = ({ username }: { username: string }, expected = username): boolean =>
  canonicalize(username) === canonicalize(expected);
