import type * as z from 'zod/mini';
import type { login } from '#contract/auth';
import type { ErrorCode } from '#shared/errors';
import { canonicalize } from '#shared/text';
import { createAccountEntry } from '../audit/audit.ts';
import { auditEntryWrites, loginEntryRow } from '../audit/repository.ts';
import { limitRules } from '../limits/limits.ts';
import {
  claimSignInAttempt,
  countFailure,
  enforceLimit,
  giveBack,
  giveBackSignInAttempt,
  parseSignInHistory,
  recordSuccess,
  type SignInHistory,
  signInHistoryKeys,
} from '../limits/repository.ts';
import { decoySalt } from '../members/decoy-salt.ts';
import {
  type Member,
  NO_PASSWORD,
  type Session,
  sessionLifetime,
  sessionReference,
} from '../members/member.ts';
import {
  findMemberAndSaltForms,
  isAddress,
  nameKeys,
  parseUid,
  replacePasswordHash,
} from '../members/repository.ts';
import { findMemberAndSecondFactor } from '../members/second-factor-repository.ts';
import type { Context } from '../platform/context.ts';
import type { CallSource } from '../platform/runtime.ts';
import { readRows } from '../platform/table/rows.ts';
import { DomainError } from '../shared/domain-error.ts';
import { type AcceptedCode, acceptCode, type SecondFactorContext } from './second-factor.ts';
import { insertSessionWrite, sessionRow } from './sessions.ts';

/**
 * The salt that a member's browser needs to log in with a username or an email address. A network that has asked for too
 * many unknown names gets no salts for known ones either, because the difference would reveal which names exist; accounts
 * with an earlier login from the network are exempt. A name is counted first and uncounted if it exists or is an address, so
 * that parallel calls can't get around the limit. An address without a member gets a salt too, always the same and of a form
 * that members have, because nobody may learn who is a member.
 * @throws `username-not-found`, `too-many-attempts`
 */
export async function findSalt(
  context: Pick<Context, 'table' | 'keyedHash' | 'now' | 'log'>,
  username: string,
  network: string,
): Promise<string> {
  const name = canonicalize(username);
  const [{ uid, history }] = await Promise.all([
    findNameAndHistory(context, name, network),
    enforceLimit(context, limitRules.reads, ['salt', network]),
  ]);
  const { isKnownNetwork } = history;
  if (!isKnownNetwork) await enforceLimit(context, limitRules.unknownName, network);
  const { member, forms } = await findMemberAndSaltForms(context, uid);
  if (!member && !isAddress(name)) throw new DomainError('username-not-found');
  if (!isKnownNetwork) await giveBack(context, limitRules.unknownName, network);
  // For a member too, so that both take the same time.
  const decoy = decoySalt(context.keyedHash, name, forms);
  return member?.salt ?? decoy;
}

/**
 * The uid of the member with this canonical username or address, `NO_MEMBER` if there is none, and the failed log-ins with
 * it and whether this network is known; in one call of the table.
 */
async function findNameAndHistory(
  context: Pick<Context, 'table' | 'now'>,
  name: string,
  network: string,
): Promise<{ uid: string; history: SignInHistory }> {
  const markers = nameKeys(name);
  const history = signInHistoryKeys(context, name, network);
  const rows = await readRows(context.table, [...markers, ...history]);
  return {
    uid: parseUid(rows.slice(0, markers.length)),
    history: parseSignInHistory(rows.slice(markers.length)),
  };
}

export type SignInRequest = z.output<typeof login.request> & CallSource;

interface SignedIn extends AcceptedCode {
  token: string;
}

/**
 * Begins a session and returns its token. The attempt is counted before the password is checked. Only somebody who knows
 * the password learns that the account has a second factor.
 * @throws `login-failed`, `account-disabled`, `account-guarded`, `too-many-attempts`, `second-factor-needed`,
 * `second-factor-wrong`
 */
export async function signIn(
  context: SecondFactorContext & Pick<Context, 'passwords' | 'sessionTokens'>,
  request: SignInRequest,
): Promise<SignedIn> {
  try {
    return await checkAndCreateSession(context, request);
  } catch (cause) {
    // The username is logged as a hash: people type passwords into its field.
    if (cause instanceof DomainError) logSignIn(context, request, { outcome: cause.code });
    throw cause;
  }
}

/**
 * The log has hashes: of the name that was entered (for a passkey, of the membership ID), and of the network, as in the
 * line of each call.
 */
export function logSignIn(
  { log, keyedHash }: Pick<Context, 'keyedHash' | 'log'>,
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

/**
 * Attempts count for the name that was entered, username or address: one counter for both would tell a stranger which
 * address belongs to which username.
 */
async function checkAndCreateSession(
  context: SecondFactorContext & Pick<Context, 'passwords' | 'sessionTokens'>,
  request: SignInRequest,
): Promise<SignedIn> {
  const { network, password, secondFactor } = request;
  const account = canonicalize(request.username);
  const { uid, history } = await findNameAndHistory(context, account, network);
  const [{ member, factor }] = await Promise.all([
    findMemberAndSecondFactor(context, uid),
    claimSignInAttempt(context, account, network, history),
  ]);
  const isRight = await (member && member.passwordHash !== NO_PASSWORD
    ? context.passwords.verify(member.passwordHash, password)
    : context.passwords.verifyDummy(password));
  if (!member || !isRight) {
    await countFailure(context, account);
    throw new DomainError('login-failed');
  }
  if (member.state === 'disabled') {
    await Promise.all([
      recordSuccess(context, namesOf(member, request), network),
      giveBackSignInAttempt(context, network, history),
    ]);
    throw new DomainError('account-disabled');
  }
  if (context.passwords.needsRehash(member.passwordHash)) {
    const next = await context.passwords.hash(password);
    await replacePasswordHash(context, member.uid, member.passwordHash, next);
  }
  // A right password without a code is no failure of the network: the next request brings the code.
  if (factor && secondFactor === undefined) {
    await giveBackSignInAttempt(context, network, history);
    throw new DomainError('second-factor-needed');
  }
  const accepted = factor && (await acceptCode(context, member, factor, secondFactor ?? '', request));
  // A wrong code counts as a failed attempt like a wrong password; a right password alone does not reset the count.
  if (factor && !accepted) {
    await countFailure(context, account);
    throw new DomainError('second-factor-wrong');
  }
  const [{ token }] = await Promise.all([
    createSession(context, member, request, { ...history, proof: accepted && 'code' }),
    giveBackSignInAttempt(context, network, history),
  ]);
  return { ...accepted, token };
}

/** The member's name, and that which was entered: the network is known for both from now on. */
const namesOf = (member: Member, { username }: Pick<SignInRequest, 'username'>): string[] => [
  canonicalize(username),
  canonicalize(member.username),
];

interface SessionStart {
  isKnownNetwork: boolean;
  /** What was given beside or in place of the password; a passkey counts as a second factor. */
  proof: 'code' | 'passkey' | undefined;
}

/** Writes the session, its entry in the history, and that the member has signed in from this network. */
export async function createSession(
  context: Pick<Context, 'table' | 'keyedHash' | 'sessionTokens' | 'now' | 'randomBytes' | 'log'>,
  member: Member,
  request: Omit<SignInRequest, 'password'>,
  { isKnownNetwork, proof }: SessionStart,
): Promise<{ session: Session; token: string }> {
  const { rememberMe: remembered, network, browser } = request;
  const issuedAt = context.now();
  const { uid, username, email, epoch, role } = member;
  const at = issuedAt.toISOString();
  const session: Session = {
    uid,
    id: Buffer.from(context.randomBytes(16)).toString('base64url'),
    epoch,
    remembered,
    signedInAt: at,
    lastSeenAt: at,
    ...(proof && { secondFactorAt: at }),
    ...(proof === 'passkey' && { withPasskey: true }),
    browser,
    network,
  };
  const isAdministrator = role === 'administrator';
  const details = proof === 'passkey' ? { method: proof } : {};
  const names = namesOf(member, request);
  const entry = createAccountEntry(context, { network, browser }, { action: 'sign-in', uid, details });
  await (isAdministrator
    ? Promise.all([
        context.table.commit([insertSessionWrite(session), ...auditEntryWrites(entry)]),
        recordSuccess(context, names, network),
      ])
    : recordSuccess(context, names, network, [sessionRow(session), loginEntryRow(uid, entry)]));
  const reference = sessionReference(session);
  logSignIn(context, request, { outcome: 'success', uid, session: reference });
  if (isAdministrator && !isKnownNetwork)
    context.log({
      level: 'warn',
      event: 'administrator-from-new-network',
      uid,
      session: reference,
      network: context.keyedHash.hashForLog(network),
    });
  const expiresAt = new Date(issuedAt.getTime() + sessionLifetime(session, role).totalMs);
  const claims = { sub: uid, jti: session.id, username, email };
  return { session, token: await context.sessionTokens.sign(claims, { issuedAt, expiresAt }) };
}
