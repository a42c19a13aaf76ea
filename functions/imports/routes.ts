import type * as z from 'zod/mini';
import * as contract from '#contract/imports';
import { pageAfter } from '#shared/paging';
import { type Actor, actorFromMember, actorName } from '../audit/audit.ts';
import { confirmManyRecipients } from '../mail/campaigns/create-campaign.ts';
import type { Caller } from '../members/member.ts';
import type { Context } from '../platform/context.ts';
import { ok, type Router } from '../platform/http/router.ts';
import {
  cancelImport,
  findImportOrThrow,
  type ImportJob,
  isLeft,
  isSilent,
  isUnfinished,
  listImports,
  startImport,
} from './import.ts';
import { requestInvitations } from './invitations.ts';

const IMPORTS_PER_PAGE = 20;

/** A worker that is well gives a sign every few seconds, and is started anew within two minutes. */
const STALLED_MS = 120_000;

type ImportRoutesContext = Pick<
  Context,
  'table' | 'now' | 'randomBytes' | 'files' | 'secondFactorPolicy' | 'importQueue'
>;

export function importRoutes(on: Router<Caller>, context: ImportRoutesContext): void {
  const toReply = (job: ImportJob) => describeImport(job, context.now());

  on.guarded(contract.changeImport, async ({ input, caller }) => {
    const actor = actorFromMember(caller.member);
    // Loaded with the first import: the names of countries have no use elsewhere.
    if (input.action === 'check') {
      const { checkImport } = await import('./check-import.ts');
      const { job, ...report } = await checkImport(context, actor, input);
      return ok({ report, ...(job && { job: toReply(job) }) });
    }
    if (input.action === 'invite') {
      const { inviteesWanted } = await findImportOrThrow(context, input.id);
      await confirmManyRecipients(context, caller, input.upTo - inviteesWanted);
    }
    const job = await changeImport(context, actor, input);
    if (isLeft(job)) await context.importQueue.send([job.id]);
    return ok({ job: toReply(job) });
  });

  on.guarded(contract.getImports, async ({ input: { cursor } }) => {
    const page = { cursor, limit: IMPORTS_PER_PAGE, order: 'descending' } as const;
    const { items, ...rest } = pageAfter(await listImports(context), pageKey, page);
    return ok({ ...rest, items: items.map(toReply) });
  });
}

type Change = Exclude<z.output<typeof contract.changeImport.request>, { action: 'check' }>;

/** What a worker then does. */
function changeImport(context: ImportRoutesContext, actor: Actor, input: Change): Promise<ImportJob> {
  switch (input.action) {
    case 'start':
      return startImport(context, actor, input.id);
    case 'invite':
      return requestInvitations(context, actor, input.id, input.upTo);
    case 'cancel':
      return cancelImport(context, actor, input.id, input.reason);
  }
}

/** Sorts unfinished imports before the others. */
const pageKey = (job: ImportJob) => `${isUnfinished(job) ? 'open' : 'ended'}#${job.at}#${job.id}`;

function describeImport(job: ImportJob, now: Date): z.input<typeof contract.ImportJob> {
  const { actor, ...rest } = job;
  const isUnderWay = isLeft(job);
  return {
    ...rest,
    isUnderWay,
    isStalled: isUnderWay && isSilent(job, now, STALLED_MS),
    by: actorName(actor),
  };
}
