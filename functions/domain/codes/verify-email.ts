import { canonicalize } from '#shared/text';
import { limitRules, withinLimit } from '../limits/limits.ts';
import { verificationMail } from '../mail/notices.ts';
import type { Member, Members } from '../members/member.ts';
import { Refusal } from '../refusal.ts';
import { type CodeNeeds, countVerification, matchingCode, newCode } from './one-time-code.ts';

export type VerificationNeeds = CodeNeeds & { members: Members };

/** A fresh code to the member's address; the last one is void. */
export async function sendVerification(needs: VerificationNeeds, member: Member): Promise<void> {
  await countVerification(needs, { member: member.uid });
  await countVerification(needs, { address: canonicalize(member.email) });
  const { digits, code } = await newCode(needs, 'verification', member.epoch);
  await needs.codes.issue(member.uid, code, verificationMail(needs, member, digits));
}

/** Marks the address as the member's own; refuses with `code-invalid`. */
export async function verifyEmail(
  needs: VerificationNeeds,
  member: Member,
  digits: string,
  network: string,
): Promise<void> {
  await withinLimit(needs, limitRules.verificationAttempts, member.uid);
  const from = { network, isKnown: true };
  const code = await matchingCode(needs, member, 'verification', digits, from);
  if (!code || !(await needs.members.markVerified(member, code))) throw new Refusal('code-invalid');
}
