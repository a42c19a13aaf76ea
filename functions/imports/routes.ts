import type * as z from 'zod/mini';
import * as contract from '#contract/imports';
import { pageAfter } from '#shared/paging';
import { actorFromMember, actorName } from '../audit/audit.ts';
import { confirmManyRecipients } from '../mail/campaigns/create-campaign.ts';
import type { WithDirectory } from '../members/directory.ts';
import type { Caller } from '../members/member.ts';
import type { Context } from '../platform/context.ts';
import type { Router } from '../platform/http/router.ts';
import { ok } from '../platform/http/router.ts';
import { type ImportJob, isUnfinished } from './import.ts';
import { listImports } from './repository.ts';

const IMPORTS_PER_PAGE = 20;

type ImportRoutesContext = Pick<
  Context,
  'table' | 'now' | 'randomBytes' | 'sleep' | 'log' | 'files' | 'passwords' | 'secondFactorPolicy'
> &
  WithDirectory;

export function importRoutes(on: Router<Caller>, context: ImportRoutesContext): void {
  on.guarded(contract.changeImport, async ({ input, caller }) => {
    const actor = actorFromMember(caller.member);
    switch (input.action) {
      // Loaded with the first import: the names of countries have no use elsewhere.
      case 'check': {
        const { checkImport } = await import('./check-import.ts');
        const { job, ...report } = await checkImport(context, actor, input);
        return ok({ report, ...(job && { job: toReply(job) }) });
      }
      case 'apply': {
        const { applyImport } = await import('./apply-import.ts');
        return ok({ job: toReply(await applyImport(context, actor, input.id)) });
      }
      case 'invite': {
        const { inviteMembers } = await import('./invite-members.ts');
        await confirmManyRecipients(context, caller, input.count);
        return ok({ job: toReply(await inviteMembers(context, actor, input.id, input.count, input.from)) });
      }
      case 'cancel': {
        const { cancelImport } = await import('./apply-import.ts');
        return ok({ job: toReply(await cancelImport(context, actor, input.id, input.reason)) });
      }
    }
  });

  on.guarded(contract.getImports, async ({ input: { cursor } }) => {
    const page = { cursor, limit: IMPORTS_PER_PAGE, order: 'descending' } as const;
    const { items, ...rest } = pageAfter(await listImports(context), pageKey, page);
    return ok({ ...rest, items: items.map(toReply) });
  });
}

/** Sorts unfinished imports before the others. */
const pageKey = (job: ImportJob) => `${isUnfinished(job) ? 'open' : 'ended'}#${job.at}#${job.id}`;

const toReply = ({ actor, ...job }: ImportJob): z.input<typeof contract.ImportJob> => ({
  ...job,
  by: actorName(actor),
});
