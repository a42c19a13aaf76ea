import type { Ambient } from '../ambient.ts';
import { claimAttempt } from '../limits/attempts.ts';
import type { Limits } from '../limits/limits.ts';
import { canonical } from '../members/canonical.ts';
import type { Member, Members, PasswordHasher } from '../members/member.ts';
import { Refusal } from '../refusal.ts';
import { lifetime, type Sessions, type SessionTokens } from './session.ts';

export interface SignInNeeds extends Ambient {
  members: Members;
  sessions: Sessions;
  tokens: SessionTokens;
  passwords: PasswordHasher;
  limits: Limits;
}

export interface SignInRequest {
  username: string;
  password: string;
  rememberMe: boolean;
  network: string;
}

/** An account that failed so often in a row is open only to networks that have signed in before. */
const MOST_CONSECUTIVE_FAILURES = 100;
const CLAIM_TRIES = 20;

/** Opens a session and returns its token. The attempt is counted before the password is checked. */
export async function signIn(needs: SignInNeeds, request: SignInRequest): Promise<string> {
  const account = canonical(request.username);
  await claim(needs, account, request.network);
  const member = await needs.members.findByUsername(account);
  const isRight = await (member
    ? needs.passwords.verify(member.passwordHash, request.password)
    : needs.passwords.verifyNothing(request.password));
  if (!member || !isRight) {
    await needs.limits.countFailure(account, needs.clock());
    throw new Refusal('login-failed');
  }
  await needs.limits.rememberSuccess(account, request.network, needs.clock());
  if (member.state === 'disabled') throw new Refusal('account-disabled');
  if (needs.passwords.isOutdated(member.passwordHash)) {
    const next = await needs.passwords.hash(request.password);
    await needs.members.upgradePasswordHash(member.uid, member.passwordHash, next);
  }
  return openSession(needs, member, request.rememberMe);
}

async function claim({ limits, clock }: SignInNeeds, account: string, network: string): Promise<void> {
  for (let attempt = 1; attempt <= CLAIM_TRIES; attempt += 1) {
    const history = await limits.readSignIn(account, network);
    if (history.consecutiveFailures >= MOST_CONSECUTIVE_FAILURES && !history.networkIsKnown) {
      throw new Refusal('too-many-attempts', { retryAfterSeconds: 900 });
    }
    const result = claimAttempt(history.attempts, clock().getTime());
    if ('waitMilliseconds' in result) {
      throw new Refusal('too-many-attempts', {
        retryAfterSeconds: Math.ceil(result.waitMilliseconds / 1000),
      });
    }
    if (await limits.replaceAttempts(account, network, history.attempts, result.claimed)) return;
  }
  throw new Refusal('too-many-attempts', { retryAfterSeconds: 60 });
}

async function openSession(needs: SignInNeeds, member: Member, remembered: boolean): Promise<string> {
  const issuedAt = needs.clock();
  const sessionId = Buffer.from(needs.randomBytes(16)).toString('base64url');
  const { uid, username, email, epoch, role } = member;
  const at = issuedAt.toISOString();
  await needs.sessions.add({ uid, id: sessionId, epoch, remembered, signedInAt: at, lastSeenAt: at });
  const expiresAt = new Date(issuedAt.getTime() + lifetime({ remembered }, role).absolute);
  return needs.tokens.issue({ uid, sessionId, username, email, issuedAt, expiresAt });
}
