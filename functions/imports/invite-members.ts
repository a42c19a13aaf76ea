import { s3Prefixes } from '#shared/deployment';
import { canonicalize } from '#shared/text';
import { type Actor, type AuditDetails, createAuditEntry } from '../audit/audit.ts';
import { auditMemberWrites, writeAuditEntry } from '../audit/repository.ts';
import { enforceLimit } from '../limits/enforce-limit.ts';
import { limitRules } from '../limits/limits.ts';
import { enqueueMailWrites } from '../mail/transactional/enqueue-repository.ts';
import { firstInvitationId } from '../mail/transactional/mail.ts';
import { invitationMail } from '../mail/transactional/messages/invitation.ts';
import { FIRST_EPOCH, type Member, NO_PASSWORD } from '../members/member.ts';
import { findMembersByEmail } from '../members/repository.ts';
import type { Context } from '../platform/context.ts';
import { DomainError } from '../shared/domain-error.ts';
import { findImportOrThrow, type ImportsContext } from './check-import.ts';
import type { CheckedEntry, ImportJob } from './import.ts';
import { advanceInvitations } from './repository.ts';

/** A step ends well before an API call must; the next step takes up the rest. */
const STEP_MS = 5000;
const BATCH = 25;
/** One a second: codes and notices, which are sent from the same queue, never wait behind a wave of invitations. */
const INTERVAL_MS = 1000;

const inviteesKey = (id: string): string => `${s3Prefixes.imports}${id}-invitees.json`;

/** Stores the addresses of an import's new members, and returns how many they are. */
export async function storeInvitees(
  { files }: Pick<Context, 'files'>,
  { id, kind }: ImportJob,
  entries: readonly CheckedEntry[],
): Promise<number> {
  if (kind !== 'members') return 0;
  const addresses = entries.flatMap(({ uid, rows }) => (uid === '' ? (rows[0]?.['email'] ?? []) : []));
  if (addresses.length > 0) {
    const body = Buffer.from(JSON.stringify(addresses.map(canonicalize)));
    await files.put(inviteesKey(id), { body, contentType: 'application/json' });
  }
  return addresses.length;
}

/**
 * Invites the next members whom an import has added, at most `count`, and returns its progress; called again until as many
 * are done. A wave that began at `from` ends where it would have ended without a repeat. Members who have set a password,
 * changed their address or deleted the account in the meantime are passed over. An administrator's invitations count like
 * the recipients of campaigns.
 * @throws `invitations-expired`, `too-many-attempts`
 */
export async function inviteMembers(
  context: ImportsContext,
  actor: Actor,
  id: string,
  count: number,
  from?: number,
): Promise<ImportJob> {
  let job = await findImportOrThrow(context, id);
  const { fileName, inviteesDone: first, invited: before, invitees } = job;
  // The limit of a wave is its count, wherever the caller says that it has begun.
  const wanted = Math.min(from ?? first, first) + count;
  if (first >= Math.min(invitees, wanted)) return job;
  const file = await context.files.get(inviteesKey(id));
  if (!file) throw new DomainError('invitations-expired');
  // Stored files are deleted after 30 days: the next wave has 30 days from now.
  await context.files.put(inviteesKey(id), file);
  const addresses: string[] = JSON.parse(Buffer.from(file.body).toString());
  const startedAt = context.now().getTime();
  const last = Math.min(addresses.length, wanted);
  job = { ...job, inviter: actor, inviteesWanted: Math.max(job.inviteesWanted, last) };
  try {
    while (job.inviteesDone < last && context.now().getTime() - startedAt < STEP_MS) {
      const batch = addresses.slice(job.inviteesDone, Math.min(job.inviteesDone + BATCH, last));
      if (actor.by === 'person')
        await enforceLimit(context, limitRules.campaignRecipients, actor.uid, batch.length);
      const after = await inviteBatch(context, actor, job, batch);
      if (!(await advanceInvitations(context, job, after))) return await findImportOrThrow(context, id);
      job = after;
    }
  } finally {
    // Also of a step that met the limit: those before it are invited.
    const details: AuditDetails = { file: fileName, invited: String(job.invited - before) };
    if (job.inviteesDone > first)
      await writeAuditEntry(
        context,
        createAuditEntry(context, { actor, action: 'send-invitations', details }),
      );
  }
  if (job.inviteesDone >= job.invitees) await context.files.remove(inviteesKey(id));
  return job;
}

async function inviteBatch(
  context: ImportsContext,
  actor: Actor,
  job: ImportJob,
  addresses: readonly string[],
): Promise<ImportJob> {
  const members = await findMembersByEmail(context, addresses);
  const waiting = addresses
    .flatMap((address) => members.get(address) ?? [])
    .filter((member) => isWaiting(job, member));
  const start = Math.max(context.now().getTime(), Date.parse(job.invitedUntil) || 0);
  const dueAt = (index: number) => new Date(start + index * INTERVAL_MS).toISOString();
  await Promise.all(waiting.map((member, index) => invite(context, actor, job, member, dueAt(index))));
  return {
    ...job,
    inviteesDone: job.inviteesDone + addresses.length,
    invited: job.invited + waiting.length,
    invitedUntil: dueAt(waiting.length),
    progressedAt: context.now().toISOString(),
  };
}

/** Whether this import has added the member, who has not used the account since. */
const isWaiting = ({ at }: ImportJob, { registeredAt, state, epoch }: Member): boolean =>
  registeredAt === at && state === 'active' && epoch === FIRST_EPOCH;

/** Does nothing for a member whom an administrator has invited in the meantime. */
async function invite(
  context: ImportsContext,
  actor: Actor,
  { fileName }: ImportJob,
  member: Member,
  dueAt: string,
): Promise<void> {
  const mail = {
    ...invitationMail(context, member, { hasPassword: member.passwordHash !== NO_PASSWORD }),
    id: firstInvitationId(member),
    dueAt,
    requestedByUid: actor.by === 'person' ? actor.uid : undefined,
  };
  const details: AuditDetails = { file: fileName };
  const entry = createAuditEntry(context, { actor, action: 'invite-member', about: member.uid, details });
  await context.table.commit([...enqueueMailWrites(mail), ...auditMemberWrites(entry)]);
}
