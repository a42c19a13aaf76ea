import type { Ambient } from '../ambient.ts';
import { claimAttempt } from '../limits/claim.ts';
import type { Limits } from '../limits/limits.ts';
import { canonical } from '../members/canonical.ts';
import { type Member, type Members, NO_PASSWORD, type PasswordHasher } from '../members/member.ts';
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
  browser: string;
}

/**
 * Opens a session and returns its token. The attempt is counted before the password is checked. What does not depend on
 * each other goes to the store at once, which then takes it in one call.
 */
export async function signIn(needs: SignInNeeds, request: SignInRequest): Promise<string> {
  const account = canonical(request.username);
  const [member] = await Promise.all([
    needs.members.findByUsername(account),
    claimAttempt(needs, account, request.network),
  ]);
  const isRight = await (member && member.passwordHash !== NO_PASSWORD
    ? needs.passwords.verify(member.passwordHash, request.password)
    : needs.passwords.verifyNothing(request.password));
  if (!member || !isRight) {
    await needs.limits.countFailure(account, needs.clock());
    throw new Refusal('login-failed');
  }
  const rememberSuccess = () => needs.limits.rememberSuccess(account, request.network, needs.clock());
  if (member.state === 'disabled') {
    await rememberSuccess();
    throw new Refusal('account-disabled');
  }
  if (needs.passwords.isOutdated(member.passwordHash)) {
    const next = await needs.passwords.hash(request.password);
    await needs.members.upgradePasswordHash(member.uid, member.passwordHash, next);
  }
  const [token] = await Promise.all([openSession(needs, member, request), rememberSuccess()]);
  return token;
}

async function openSession(needs: SignInNeeds, member: Member, request: SignInRequest): Promise<string> {
  const { rememberMe: remembered, network, browser } = request;
  const issuedAt = needs.clock();
  const sessionId = Buffer.from(needs.randomBytes(16)).toString('base64url');
  const { uid, username, email, epoch, role } = member;
  const at = issuedAt.toISOString();
  const times = { signedInAt: at, lastSeenAt: at };
  await needs.sessions.add({ uid, id: sessionId, epoch, remembered, ...times, browser, network });
  const expiresAt = new Date(issuedAt.getTime() + lifetime({ remembered }, role).absolute);
  return needs.tokens.issue({ uid, sessionId, username, email, issuedAt, expiresAt });
}
