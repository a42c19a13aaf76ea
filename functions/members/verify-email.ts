import { canonicalize } from '#shared/text';
import { type CodeDeps, countVerification, createCode, matchCode } from '../codes/codes.ts';
import { limitRules, withinLimit } from '../limits/limits.ts';
import { verificationMail } from '../mail/transactional/messages.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { Member, Members } from './member.ts';

export type VerificationDeps = CodeDeps & { members: Members };

/** A fresh code to the member's address; the last one is void. */
export async function sendVerification(deps: VerificationDeps, member: Member): Promise<void> {
  await countVerification(deps, { member: member.uid });
  await countVerification(deps, { address: canonicalize(member.email) });
  const { digits, code } = await createCode(deps, 'verification', member.epoch);
  await deps.codes.issue(member.uid, code, verificationMail(deps, member, digits));
}

/** Marks the address as the member's own; refuses with `code-invalid`. */
export async function verifyEmail(
  deps: VerificationDeps,
  member: Member,
  digits: string,
  network: string,
): Promise<void> {
  await withinLimit(deps, limitRules.verificationAttempts, member.uid);
  const from = { network, isKnown: true };
  const code = await matchCode(deps, member, 'verification', digits, from);
  if (!code || !(await deps.members.markVerified(member, code))) throw new DomainError('code-invalid');
}
