import type * as z from 'zod/mini';
import type { addMember as contract } from '#contract/admin-members';
import { canonicalize, toHex } from '#shared/text';
import { requireRealDates } from '../account/profile.ts';
import { type Actor, auditEntryFor } from '../audit/audit.ts';
import { auditEntryWrites } from '../audit/repository.ts';
import { limitRules } from '../limits/limits.ts';
import { enforceLimit, giveBack } from '../limits/repository.ts';
import { invitationMail } from '../mail/transactional/messages/invitation.ts';
import { enqueueMailWrites } from '../mail/transactional/repository.ts';
import {
  createSalt,
  type Member,
  NO_PASSWORD,
  NO_PERSONAL_DATA,
  type PersonalData,
} from '../members/member.ts';
import { freeUsername } from '../members/names.ts';
import { findMemberByEmail, findMemberByUsername } from '../members/repository.ts';
import { insertMember } from '../members/write-repository.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { AdminContext } from './member-actions.ts';

/** Without a username, it is the part of the address before the @. */
export type AddedMember = Omit<z.output<typeof contract.request>, 'attempt' | 'birth'> &
  Pick<Partial<PersonalData>, 'dateOfBirth'>;

/**
 * Adds a member, who sets the first password with "Forgot password".
 * @throws `username-taken`, `email-taken`, `date-of-birth-in-future`, `year-of-degree-too-late`, `too-many-attempts`
 */
export async function addMember(
  context: AdminContext,
  actor: Actor,
  { isInvited, emailVerified, reason, username: given, ...details }: AddedMember,
  attemptId?: string,
): Promise<Member> {
  requireRealDates(details, context.now());
  if (await findMemberByEmail(context, canonicalize(details.email))) throw new DomainError('email-taken');
  const username = given || (await usernameFor(context, details.email));
  const subject = ['administrator', canonicalize(details.email)];
  if (isInvited) await enforceLimit(context, limitRules.emails, subject);
  const { member, result } = await insertMember(
    context,
    {
      ...NO_PERSONAL_DATA,
      ...details,
      username,
      emailVerified,
      salt: createSalt(context),
      passwordHash: NO_PASSWORD,
      registeredAt: context.now().toISOString(),
    },
    toHex(context.randomBytes(16)),
    (added) => {
      const entry = auditEntryFor(context, { actor, uid: added.uid, reason, attemptId }, 'add-member', {
        category: added.category,
        ...(emailVerified && { verified: 'yes' }),
        ...(isInvited && { invited: 'yes' }),
      });
      const invitation = isInvited
        ? enqueueMailWrites(invitationMail(context, added, { hasPassword: false }))
        : [];
      return [...invitation, ...auditEntryWrites(entry)];
    },
  );
  if (result === 'inserted') return member;
  if (isInvited) await giveBack(context, limitRules.emails, subject);
  throw new DomainError(result);
}

/** The member whom an attempt has added. @throws `email-taken` if the address was changed since */
export async function findAddedMember(context: AdminContext, email: string): Promise<Member> {
  const member = await findMemberByEmail(context, canonicalize(email));
  if (!member) throw new DomainError('email-taken');
  return member;
}

/** `freeUsername` remembers what it has given, so that each call proposes the next one. */
async function usernameFor(context: AdminContext, email: string): Promise<string> {
  const proposed = new Set<string>();
  for (;;) {
    const username = freeUsername(email, proposed);
    if (!(await findMemberByUsername(context, canonicalize(username)))) return username;
  }
}
