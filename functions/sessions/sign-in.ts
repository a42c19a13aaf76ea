import type { ErrorCode } from '#shared/errors';
import { canonicalize } from '#shared/text';
import { accountEntry } from '../audit/account-entry.ts';
import { claimSignIn, countFailure, rememberSuccess } from '../limits/enforce-limit.ts';
import type { Limits } from '../limits/limits.ts';
import { type Member, type Members, NO_PASSWORD } from '../members/member.ts';
import type { KeyedHash } from '../platform/keyed-hash.ts';
import type { PasswordHasher } from '../platform/passwords.ts';
import type { AcceptedCode } from '../second-factor/accept-code.ts';
import { acceptCode } from '../second-factor/accept-code.ts';
import type { SecondFactor, SecondFactorDeps } from '../second-factor/second-factor.ts';
import { DomainError } from '../shared/domain-error.ts';
import { lifetime, referenceOf, type Sessions, type SessionTokens } from './session.ts';

export interface SignInDeps extends SecondFactorDeps {
  members: Members;
  sessions: Sessions;
  tokens: SessionTokens;
  passwords: PasswordHasher;
  limits: Limits;
  keyedHash: KeyedHash;
}

export interface SignInRequest {
  username: string;
  password: string;
  rememberMe: boolean;
  /** A code of the second factor, or a recovery code. */
  secondFactor?: string | undefined;
  network: string;
  browser: string;
}

export interface SignedIn extends AcceptedCode {
  token: string;
}

/**
 * Opens a session and returns its token. The attempt is counted before the password is checked. What does not depend on
 * each other goes to the store at once, which then takes it in one call. Only who knows the password learns that the
 * account has a second factor.
 */
export async function signIn(deps: SignInDeps, request: SignInRequest): Promise<SignedIn> {
  try {
    return await checkAndOpen(deps, request);
  } catch (cause) {
    // The username is logged as a hash: people type passwords into its field.
    if (cause instanceof DomainError) logSignIn(deps, request, { outcome: cause.code });
    throw cause;
  }
}

const logSignIn = (
  deps: SignInDeps,
  { username, network }: SignInRequest,
  details: { outcome: 'success' | ErrorCode; uid?: string; session?: string },
): void =>
  deps.log({
    level: 'info',
    event: 'sign-in',
    ...details,
    account: deps.keyedHash.hashForLog(username),
    network,
  });

async function checkAndOpen(deps: SignInDeps, request: SignInRequest): Promise<SignedIn> {
  const account = canonicalize(request.username);
  const [found, { isKnown, takeBack }] = await Promise.all([
    deps.secondFactors.findSession(account),
    claimSignIn(deps, account, request.network),
  ]);
  const { member, factor } = found ?? {};
  const isRight = await (member && member.passwordHash !== NO_PASSWORD
    ? deps.passwords.verify(member.passwordHash, request.password)
    : deps.passwords.verifyDummy(request.password));
  if (!member || !isRight) {
    await countFailure(deps, account);
    throw new DomainError('login-failed');
  }
  const succeed = () => Promise.all([rememberSuccess(deps, account, request.network), takeBack()]);
  if (member.state === 'disabled') {
    await succeed();
    throw new DomainError('account-disabled');
  }
  if (deps.passwords.needsRehash(member.passwordHash)) {
    const next = await deps.passwords.hash(request.password);
    await deps.members.upgradePasswordHash(member.uid, member.passwordHash, next);
  }
  // A right password without a code, which the next request brings, is no failure of the network.
  if (factor && request.secondFactor === undefined) await takeBack();
  const accepted = factor && (await takeSecondFactor(deps, member, factor, request));
  const [token] = await Promise.all([
    createSession(deps, member, request, { hasGivenSecondFactor: accepted !== undefined, isKnown }),
    succeed(),
  ]);
  return { ...accepted, token };
}

/** A wrong code is a failed attempt like a wrong password; a right password alone does not forgive the ones before. */
async function takeSecondFactor(
  deps: SignInDeps,
  member: Member,
  factor: SecondFactor,
  { secondFactor, username, ...source }: SignInRequest,
): Promise<AcceptedCode> {
  if (secondFactor === undefined) throw new DomainError('second-factor-needed');
  const accepted = await acceptCode(deps, member, factor, secondFactor, source);
  if (accepted) return accepted;
  await countFailure(deps, canonicalize(username));
  throw new DomainError('second-factor-wrong');
}

async function createSession(
  deps: SignInDeps,
  member: Member,
  request: SignInRequest,
  { hasGivenSecondFactor, isKnown }: { hasGivenSecondFactor: boolean; isKnown: boolean },
): Promise<string> {
  const { rememberMe: remembered, network, browser } = request;
  const issuedAt = deps.now();
  const sessionId = Buffer.from(deps.randomBytes(16)).toString('base64url');
  const { uid, username, email, epoch, role } = member;
  const at = issuedAt.toISOString();
  const times = { signedInAt: at, lastSeenAt: at, ...(hasGivenSecondFactor && { secondFactorAt: at }) };
  const isAdministrator = role === 'administrator';
  await deps.sessions.add(
    { uid, id: sessionId, epoch, remembered, ...times, browser, network },
    isAdministrator ? accountEntry(deps, { network, browser }, { action: 'sign-in', uid }) : undefined,
  );
  const session = referenceOf({ id: sessionId });
  logSignIn(deps, request, { outcome: 'success', uid, session });
  if (isAdministrator && !isKnown)
    deps.log({ level: 'warning', event: 'administrator-from-new-network', uid, session, network });
  const expiresAt = new Date(issuedAt.getTime() + lifetime({ remembered }, role).absolute);
  return deps.tokens.issue({ uid, sessionId, username, email, issuedAt, expiresAt });
}
