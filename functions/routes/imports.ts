import type * as z from 'zod/mini';
import { exportMembers as exportCall } from '#contract/desk';
import * as contract from '#contract/imports';
import { actorName, personOf } from '../domain/audit/audit.ts';
import { exportMembers } from '../domain/desk/export-members.ts';
import { applyImport } from '../domain/imports/apply-import.ts';
import type { ImportNeeds } from '../domain/imports/check-import.ts';
import { checkImport } from '../domain/imports/check-import.ts';
import type { ImportJob } from '../domain/imports/imports.ts';
import { setAsideImport } from '../domain/imports/set-aside-import.ts';
import type { Registrar } from '../http/register.ts';
import { told } from '../http/told.ts';
import { filterOf } from './desk.ts';

// Each use case is loaded with its first call: nobody else's cold start pays for it.
export function importRoutes(on: Registrar, ports: ImportNeeds): void {
  on.guarded(exportCall, async ({ input, caller }) => {
    return told(await exportMembers(ports, personOf(caller.member), filterOf(input)));
  });

  on.guarded(contract.checkImport, async ({ input, caller }) => {
    const { job, ...report } = await checkImport(ports, personOf(caller.member), input);
    return told({ ...report, ...(job && { job: jobOf(job) }) });
  });

  on.guarded(contract.applyImport, async ({ input, caller }) => {
    return told(jobOf(await applyImport(ports, personOf(caller.member), input.id)));
  });

  on.guarded(contract.setAsideImport, async ({ input: { id, reason }, caller }) => {
    return told(jobOf(await setAsideImport(ports, personOf(caller.member), id, reason)));
  });

  on.guarded(contract.getImports, async () => told((await ports.imports.all()).map(jobOf)));
}

const jobOf = ({ actor, ...job }: ImportJob): z.input<typeof contract.ImportJob> => ({
  ...job,
  by: actorName(actor),
});
