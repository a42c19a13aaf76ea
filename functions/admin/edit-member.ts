import { columnTitle } from '#shared/import-columns';
import { canonicalize } from '#shared/text';
import { discardCodeWrite } from '../account/code-repository.ts';
import { requireRealDates } from '../account/profile.ts';
import { type AdminAction, type AuditEntry, auditEntryFor, maskAddress } from '../audit/audit.ts';
import { auditEntryWrites } from '../audit/repository.ts';
import { limitRules } from '../limits/limits.ts';
import { enforceLimit, giveBack } from '../limits/repository.ts';
import type { MailContext } from '../mail/transactional/mail.ts';
import {
  newAddressMail,
  oldAddressMail,
  profileEditedMail,
} from '../mail/transactional/messages/administrators.ts';
import { enqueueMailWrites } from '../mail/transactional/repository.ts';
import { type Member, type PersonalData, personalData } from '../members/member.ts';
import { loadMemberForAction } from '../members/repository.ts';
import { updateProfileWrites } from '../members/write-repository.ts';
import type { TableWrite } from '../platform/table/table.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { AdminContext } from './member-actions.ts';

export type MemberEdit = Partial<PersonalData & Pick<Member, 'email'>>;

const editable = (member: Member) => ({ ...personalData(member), email: member.email });

/**
 * Changes a member's profile and tells the member. Another address is not verified, ends every session and is reported to
 * both addresses; `confirm` checks first that the administrator may. Whether anything has changed.
 * @throws `administrator-protected` for another address of an administrator, `email-taken`, `member-conflict`,
 * `date-of-birth-in-future`, `year-of-degree-too-late`, `too-many-attempts`
 */
export async function editMember(
  context: AdminContext,
  action: AdminAction,
  edit: MemberEdit,
  confirm: () => Promise<void>,
): Promise<boolean> {
  const member = await loadMemberForAction(context, action);
  requireRealDates(edit, context.now());
  const after: Member = { ...member, ...edit, version: member.version + 1 };
  const changes = changesBetween(member, after);
  if (changes.length === 0) return false;
  const isNewAddress = canonicalize(after.email) !== canonicalize(member.email);
  if (isNewAddress && member.role === 'administrator') throw new DomainError('administrator-protected');
  if (isNewAddress) await confirm();
  if (isNewAddress) Object.assign(after, { emailVerified: false, epoch: member.epoch + 1 });
  await enforceLimit(context, limitRules.emails, ['administrator', member.uid]);
  const [failed] = await context.table.commit([
    ...updateProfileWrites(member, after),
    ...(isNewAddress
      ? addressWrites(context, action, member, after, changes)
      : enqueueMailWrites(
          profileEditedMail(context, after, { fields: titlesOf(changes), reason: action.reason }),
        )),
    ...auditWrites(context, action, changes),
  ]);
  if (failed) {
    await giveBack(context, limitRules.emails, ['administrator', member.uid]);
    throw new DomainError(failed.label === 'email' ? 'email-taken' : 'member-conflict');
  }
  return true;
}

interface Change {
  name: string;
  before: string;
  after: string;
}

function changesBetween(before: Member, after: Member): Change[] {
  const old = new Map(Object.entries(editable(before)));
  return (
    Object.entries(editable(after))
      .filter(([name, value]) => value !== old.get(name))
      // A year of 0 is none.
      .map(([name, value]) => ({ name, before: String(old.get(name) || ''), after: String(value || '') }))
  );
}

const titlesOf = (changes: readonly Change[]): string[] =>
  changes.map(({ name }) => (name === 'description' ? 'Self description' : columnTitle('members', name)));

/** Codes that were sent to the old address are void. */
const addressWrites = (
  context: MailContext,
  { reason }: AdminAction,
  before: Member,
  after: Member,
  changes: readonly Change[],
): TableWrite[] => [
  discardCodeWrite(after.uid, 'reset'),
  discardCodeWrite(after.uid, 'verification'),
  ...enqueueMailWrites(
    oldAddressMail(context, before, {
      address: after.email,
      fields: titlesOf(changes.filter(({ name }) => name !== 'email')),
      reason,
    }),
  ),
  ...enqueueMailWrites(newAddressMail(context, after)),
];

/**
 * The old and new values stand in the member's own partition, which is deleted with the account; the log, of which nothing
 * is ever deleted, has the names of the fields.
 */
function auditWrites(context: MailContext, action: AdminAction, changes: readonly Change[]): TableWrite[] {
  const address = changes.find(({ name }) => name === 'email');
  const entry: AuditEntry = auditEntryFor(context, action, 'edit-member', {
    fields: titlesOf(changes).join(', '),
    ...(address && { emailBefore: maskAddress(address.before), email: maskAddress(address.after) }),
  });
  const values = changes.flatMap(({ name, before, after }) => [
    [`${name}Before`, before],
    [name, after],
  ]);
  return auditEntryWrites(entry, Object.fromEntries(values));
}
