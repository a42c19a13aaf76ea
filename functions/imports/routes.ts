import type * as z from 'zod/mini';
import { exportMembers as exportCall } from '#contract/desk';
import * as contract from '#contract/imports';
import { pageAfter } from '#shared/paging';
import { exportMembers } from '../admin/export-members.ts';
import { filterOf } from '../admin/routes.ts';
import { actorFromMember, actorName } from '../audit/audit.ts';
import { ok } from '../platform/http/ok.ts';
import type { Router } from '../platform/http/router.ts';
import { applyImport } from './apply-import.ts';
import { cancelImport } from './cancel-import.ts';
import type { ImportDeps } from './check-import.ts';
import { checkImport } from './check-import.ts';
import { type ImportJob, isUnfinished } from './import.ts';

const IMPORTS_PER_PAGE = 20;

// Each use case is loaded with its first call: nobody else's cold start pays for it.
export function importRoutes(on: Router, deps: ImportDeps): void {
  on.guarded(exportCall, async ({ input, caller }) => {
    return ok(await exportMembers(deps, actorFromMember(caller.member), filterOf(input)));
  });

  on.guarded(contract.checkImport, async ({ input, caller }) => {
    const { job, ...report } = await checkImport(deps, actorFromMember(caller.member), input);
    return ok({ ...report, ...(job && { job: jobOf(job) }) });
  });

  on.guarded(contract.applyImport, async ({ input, caller }) => {
    return ok(jobOf(await applyImport(deps, actorFromMember(caller.member), input.id)));
  });

  on.guarded(contract.cancelImport, async ({ input: { id, reason }, caller }) => {
    return ok(jobOf(await cancelImport(deps, actorFromMember(caller.member), id, reason)));
  });

  on.guarded(contract.getImports, async ({ input: { cursor } }) => {
    const keyOf = (job: ImportJob) => `${isUnfinished(job) ? 'open' : 'ended'}#${job.at}#${job.id}`;
    const page = { cursor, limit: IMPORTS_PER_PAGE, order: 'descending' } as const;
    const { items, ...rest } = pageAfter(await deps.imports.all(), keyOf, page);
    return ok({ ...rest, items: items.map(jobOf) });
  });
}

const jobOf = ({ actor, ...job }: ImportJob): z.input<typeof contract.ImportJob> => ({
  ...job,
  by: actorName(actor),
});
