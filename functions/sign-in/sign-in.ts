import type { ErrorCode } from '#shared/errors';
import { canonicalize } from '#shared/text';
import { createAccountEntry } from '../audit/audit.ts';
import { claimSignInAttempt, countFailure, enforceLimit, recordSuccess } from '../limits/enforce-limit.ts';
import { limitRules } from '../limits/limits.ts';
import { decoySalt } from '../members/decoy-salt.ts';
import { type Member, NO_MEMBER, NO_PASSWORD } from '../members/member.ts';
import { type AcceptedCode, acceptCode } from '../second-factor/accept-code.ts';
import type { SecondFactor } from '../second-factor/second-factor.ts';
import { type Session, sessionLifetime, sessionReference } from '../sessions/session.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { SignInDeps } from './authenticate.ts';

/** Usernames have no @, except some that were imported. */
const isAddress = (canonicalName: string): boolean => canonicalName.includes('@');

/**
 * The uid of the member with this canonical username or, for an email address, of the one with this address; `NO_MEMBER`
 * if there is none.
 */
async function findUid({ members }: SignInDeps, name: string): Promise<string> {
  const [byUsername, byEmail] = await Promise.all([
    members.findUidByUsername(name),
    isAddress(name) ? members.findUidByEmail(name) : NO_MEMBER,
  ]);
  return byUsername === NO_MEMBER ? byEmail : byUsername;
}

/**
 * The salt that a member's browser needs to log in with a username or an email address. A network that has asked for too
 * many unknown names gets no salts for known ones either, because the difference would reveal which names exist; accounts
 * with an earlier login from the network are exempt. Each name counts until it proves known, so that simultaneous
 * questions learn no more than successive ones. An address without a member gets a salt too, always the same and
 * of a form that members have, because nobody may learn who is a member.
 * @throws `username-not-found`, `too-many-attempts`
 */
export async function findSalt(deps: SignInDeps, username: string, network: string): Promise<string> {
  const name = canonicalize(username);
  const [isKnownNetwork] = await Promise.all([
    deps.limits.isKnownNetwork(name, network),
    enforceLimit(deps, limitRules.salt, network),
  ]);
  const undo = isKnownNetwork ? async () => {} : await enforceLimit(deps, limitRules.unknownName, network);
  const uid = await findUid(deps, name);
  const [member, forms] = await Promise.all([deps.members.findMember(uid), deps.members.findSaltForms()]);
  if (!member && !isAddress(name)) throw new DomainError('username-not-found');
  await undo();
  // For a member too, so that both take the same time.
  const decoy = decoySalt(deps.keyedHash, name, forms);
  return member?.salt ?? decoy;
}

export interface SignInRequest {
  /** Or the email address. */
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
 * Begins a session and returns its token. The attempt is counted before the password is checked. Only somebody who knows
 * the password learns that the account has a second factor.
 * @throws `login-failed`, `account-disabled`, `account-guarded`, `too-many-attempts`, `second-factor-needed`,
 * `second-factor-wrong`
 */
export async function signIn(deps: SignInDeps, request: SignInRequest): Promise<SignedIn> {
  try {
    return await checkAndCreateSession(deps, request);
  } catch (cause) {
    // The username is logged as a hash: people type passwords into its field.
    if (cause instanceof DomainError) logSignIn(deps, request, { outcome: cause.code });
    throw cause;
  }
}

/**
 * The log has hashes: of the name that was entered (for a passkey, of the membership ID), and of the network, as in the
 * line of each call.
 */
export function logSignIn(
  { log, keyedHash }: SignInDeps,
  { username, network }: Pick<SignInRequest, 'username' | 'network'>,
  details: { outcome: 'success' | ErrorCode; uid?: string; session?: string },
): void {
  log({
    level: 'info',
    event: 'sign-in',
    ...details,
    account: keyedHash.hashForLog(username),
    network: keyedHash.hashForLog(network),
  });
}

interface Account {
  member: Member | undefined;
  factor: SecondFactor | undefined;
}

/**
 * The member with this canonical name, and their second factor. If this process has seen the member log in from this
 * network, both are read together with the name's marker, which saves one call of the table.
 */
async function findAccount(deps: SignInDeps, name: string, network: string): Promise<Account> {
  const { members, secondFactors } = deps;
  const findByUid = async (uid: string): Promise<Account> => {
    const [member, factor] = await Promise.all([
      members.findMember(uid),
      secondFactors.findSecondFactor(uid),
    ]);
    return { member, factor };
  };
  const expectedUid = members.expectedUid(name, network);
  const [uid, expected] = await Promise.all([
    findUid(deps, name),
    expectedUid === undefined ? undefined : findByUid(expectedUid),
  ]);
  return expected && uid === expectedUid ? expected : findByUid(uid);
}

/**
 * Attempts count for the name that was entered, username or address: one counter for both would tell a stranger which
 * address belongs to which username.
 */
async function checkAndCreateSession(deps: SignInDeps, request: SignInRequest): Promise<SignedIn> {
  const { network, password } = request;
  const account = canonicalize(request.username);
  const [{ member, factor }, { isKnownNetwork, undo }] = await Promise.all([
    findAccount(deps, account, network),
    claimSignInAttempt(deps, account, network),
  ]);
  const isRight = await (member && member.passwordHash !== NO_PASSWORD
    ? deps.passwords.verify(member.passwordHash, password)
    : deps.passwords.verifyDummy(password));
  if (!member || !isRight) {
    await countFailure(deps, account);
    throw new DomainError('login-failed');
  }
  deps.members.expectUid(account, network, member.uid);
  // The network is known for both names.
  const names = new Set([account, canonicalize(member.username)]);
  const succeed = () =>
    Promise.all([...[...names].map((name) => recordSuccess(deps, name, network)), undo()]);
  if (member.state === 'disabled') {
    await succeed();
    throw new DomainError('account-disabled');
  }
  if (deps.passwords.needsRehash(member.passwordHash)) {
    const next = await deps.passwords.hash(password);
    await deps.members.replacePasswordHash(member.uid, member.passwordHash, next);
  }
  // A right password without a code is no failure of the network: the next request brings the code.
  if (factor && request.secondFactor === undefined) await undo();
  const accepted = factor && (await requireSecondFactor(deps, member, factor, request));
  const hasGivenSecondFactor = accepted !== undefined;
  const [{ token }] = await Promise.all([
    createSession(deps, member, request, { hasGivenSecondFactor, isKnownNetwork }),
    succeed(),
  ]);
  return { ...accepted, token };
}

/** A wrong code counts as a failed attempt like a wrong password; a right password alone does not reset the count. */
async function requireSecondFactor(
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

/** Writes the session and its entry in the history. */
export async function createSession(
  deps: SignInDeps,
  member: Member,
  request: Omit<SignInRequest, 'password'>,
  {
    hasGivenSecondFactor,
    isKnownNetwork,
    isWithPasskey = false,
  }: { hasGivenSecondFactor: boolean; isKnownNetwork: boolean; isWithPasskey?: boolean },
): Promise<{ session: Session; token: string }> {
  const { rememberMe: remembered, network, browser } = request;
  const issuedAt = deps.now();
  const { uid, username, email, epoch, role } = member;
  const at = issuedAt.toISOString();
  const session: Session = {
    uid,
    id: Buffer.from(deps.randomBytes(16)).toString('base64url'),
    epoch,
    remembered,
    signedInAt: at,
    lastSeenAt: at,
    ...(hasGivenSecondFactor && { secondFactorAt: at }),
    ...(isWithPasskey && { withPasskey: true }),
    browser,
    network,
  };
  const isAdministrator = role === 'administrator';
  const details = isWithPasskey ? { method: 'passkey' } : {};
  const entry = createAccountEntry(deps, { network, browser }, { action: 'sign-in', uid, details });
  await (isAdministrator
    ? deps.table.commit([deps.sessions.insertWrite(session), ...deps.audit.entryWrites(entry)])
    : Promise.all([deps.sessions.insertSession(session), deps.audit.writeLogin(uid, entry)]));
  const reference = sessionReference(session);
  logSignIn(deps, request, { outcome: 'success', uid, session: reference });
  if (isAdministrator && !isKnownNetwork)
    deps.log({
      level: 'warn',
      event: 'administrator-from-new-network',
      uid,
      session: reference,
      network: deps.keyedHash.hashForLog(network),
    });
  const expiresAt = new Date(issuedAt.getTime() + sessionLifetime(session, role).totalMs);
  const claims = { sub: uid, jti: session.id, username, email };
  return { session, token: await deps.sessionTokens.sign(claims, { issuedAt, expiresAt }) };
}
