/** The invitations of an import's new members: their addresses, the request of an administrator, and the emails. */

import { s3Prefixes } from '#shared/deployment';
import { type Actor, type AuditDetails, createAuditEntry } from '../audit/audit.ts';
import { auditMemberWrites, commitWithEntry } from '../audit/repository.ts';
import { limitRules } from '../limits/limits.ts';
import { enforceLimit } from '../limits/repository.ts';
import { firstInvitationId } from '../mail/transactional/mail.ts';
import { invitationMail } from '../mail/transactional/messages/invitation.ts';
import { enqueueMailWrites } from '../mail/transactional/repository.ts';
import { FIRST_EPOCH, type Member, NO_PASSWORD } from '../members/member.ts';
import { findMembersByEmail } from '../members/repository.ts';
import type { ChangeContext, Context } from '../platform/context.ts';
import { DomainError } from '../shared/domain-error.ts';
import { changeImportWrite, findImportOrThrow, type ImportJob, isUnfinished, starterOf } from './import.ts';

/** Invitations between two positions; after a kill, at most so many are done again. */
const BATCH = 25;
/** One a second: codes and notices, which are sent from the same queue, never wait behind invitations. */
const INTERVAL_MS = 1000;

const inviteesKey = (id: string): string => `${s3Prefixes.imports}${id}-invitees.json`;

/** Stores the addresses of an import's new members. */
export const putInvitees = ({ files }: Pick<Context, 'files'>, id: string, addresses: readonly string[]) =>
  files.put(inviteesKey(id), {
    body: Buffer.from(JSON.stringify(addresses)),
    contentType: 'application/json',
  });

/** The addresses of an import's new members. @throws `invitations-expired` 30 days after the last request */
export async function readInvitees({ files }: Pick<Context, 'files'>, id: string): Promise<string[]> {
  const file = await files.get(inviteesKey(id));
  if (!file) throw new DomainError('invitations-expired');
  return JSON.parse(Buffer.from(file.body).toString());
}

export const removeInvitees = ({ files }: Pick<Context, 'files'>, id: string): Promise<void> =>
  files.remove(inviteesKey(id));

/**
 * Asks for invitations of the first `upTo` members whom the import has added; a worker then queues them. A repeat asks for
 * nobody else.
 * @throws `import-not-found`, `invitations-expired`
 */
export async function requestInvitations(
  context: ChangeContext & Pick<Context, 'files'>,
  actor: Actor,
  id: string,
  upTo: number,
): Promise<ImportJob> {
  const job = await findImportOrThrow(context, id);
  const inviteesWanted = Math.min(job.invitees, Math.max(upTo, job.inviteesWanted));
  if (isUnfinished(job) || job.inviteesDone >= inviteesWanted) return job;
  // Stored files are deleted after 30 days: those left have 30 days from now.
  await putInvitees(context, id, await readInvitees(context, id));
  const change = { inviteesWanted, inviter: actor, progressedAt: context.now().toISOString() };
  const details: AuditDetails = {
    file: job.fileName,
    invited: String(inviteesWanted - job.inviteesDone),
  };
  const entry = createAuditEntry(context, { actor, action: 'send-invitations', details });
  const failed = await commitWithEntry(context, entry, [
    changeImportWrite(job, ['state', 'inviteesWanted'], change),
  ]);
  return failed.length === 0 ? { ...job, ...change } : findImportOrThrow(context, id);
}

/**
 * Queues the next invitations that were asked for, and returns what changes at the import. Members who have set a password,
 * changed their address or deleted the account in the meantime are passed over. An administrator's invitations count like the
 * recipients of campaigns.
 * @throws `too-many-attempts`
 */
export async function inviteBatch(context: ChangeContext, job: ImportJob, invitees: readonly string[]) {
  const inviteesDone = Math.min(job.inviteesDone + BATCH, job.inviteesWanted);
  const addresses = invitees.slice(job.inviteesDone, inviteesDone);
  const starter = starterOf(job);
  if (starter.by === 'person')
    await enforceLimit(context, limitRules.campaignRecipients, starter.uid, addresses.length);
  const members = await findMembersByEmail(context, addresses);
  const waiting = addresses
    .flatMap((address) => members.get(address) ?? [])
    .filter((member) => isWaiting(job, member));
  const start = Math.max(context.now().getTime(), Date.parse(job.invitedUntil) || 0);
  const dueAt = (index: number) => new Date(start + index * INTERVAL_MS).toISOString();
  await Promise.all(waiting.map((member, index) => invite(context, job, member, dueAt(index))));
  const invited = job.invited + waiting.length;
  return { inviteesDone, invited, invitedUntil: dueAt(waiting.length) };
}

/** Whether this import has added the member, who has not used the account since. */
const isWaiting = ({ at }: ImportJob, { registeredAt, state, epoch }: Member): boolean =>
  registeredAt === at && state === 'active' && epoch === FIRST_EPOCH;

/** Does nothing for a member whom an administrator, or an earlier try of the batch, has invited. */
async function invite(context: ChangeContext, job: ImportJob, member: Member, dueAt: string): Promise<void> {
  const actor = starterOf(job);
  const mail = {
    ...invitationMail(context, member, { hasPassword: member.passwordHash !== NO_PASSWORD }),
    id: firstInvitationId(member),
    dueAt,
    requestedByUid: actor.by === 'person' ? actor.uid : undefined,
  };
  const details: AuditDetails = { file: job.fileName };
  const entry = createAuditEntry(context, { actor, action: 'invite-member', about: member.uid, details });
  await context.table.commit([...enqueueMailWrites(mail), ...auditMemberWrites(entry)]);
}
