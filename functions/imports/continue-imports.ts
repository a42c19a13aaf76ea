import type { Actor } from '../audit/audit.ts';
import { isUidOfActiveAdministrator } from '../members/repository.ts';
import { DomainError } from '../shared/domain-error.ts';
import { applyImport } from './apply-import.ts';
import type { ImportsContext } from './check-import.ts';
import type { ImportJob } from './import.ts';
import { inviteMembers } from './invite-members.ts';
import { listImports } from './repository.ts';

/** An open page takes a step every few seconds: after this time without progress it was closed. */
const IDLE_MS = 60_000;

/**
 * Applies imports, and sends waves of invitations, that were left unfinished when their page was closed. At `until` it
 * stops; the next run takes up the rest. What only a person can mend waits for the page, which says what it is. If the
 * administrator who started an import has lost the role, the import waits until another one continues or cancels it.
 * @returns the number of steps
 */
export async function continueImports(context: ImportsContext, until: Date): Promise<number> {
  let steps = 0;
  const failures: unknown[] = [];
  for (const left of await listImports(context)) {
    if (!isLeft(left) || context.now().getTime() - Date.parse(left.progressedAt) < IDLE_MS) continue;
    try {
      let job = left;
      while (isLeft(job) && context.now() < until && (await isStillAllowed(context, starterOf(job)))) {
        job = await takeStep(context, job);
        steps += 1;
      }
    } catch (cause) {
      // The other imports are continued all the same.
      if (!(cause instanceof DomainError)) failures.push(cause);
    }
  }
  if (failures.length > 0) throw failures[0];
  return steps;
}

/** Whether somebody has started more than is done. */
const isLeft = ({ state, inviteesDone, inviteesWanted }: ImportJob): boolean =>
  state === 'applying' || inviteesDone < inviteesWanted;

/** Who started the part that is left: the import itself or its invitations. */
const starterOf = ({ state, actor, inviter = actor }: ImportJob): Actor =>
  state === 'applying' ? actor : inviter;

const isStillAllowed = async (context: ImportsContext, actor: Actor): Promise<boolean> =>
  actor.by === 'operator' || (await isUidOfActiveAdministrator(context, actor.uid));

function takeStep(context: ImportsContext, job: ImportJob): Promise<ImportJob> {
  const { id, state, inviteesDone, inviteesWanted } = job;
  return state === 'applying'
    ? applyImport(context, starterOf(job), id)
    : inviteMembers(context, starterOf(job), id, inviteesWanted - inviteesDone);
}
