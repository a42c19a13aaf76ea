import { exportMembers as exportCall } from '#contract/desk';
import { applyImport as applyCall, checkImport as checkCall, getImports } from '#contract/imports';
import { personOf } from '../domain/desk/deed.ts';
import { exportMembers } from '../domain/desk/export-members.ts';
import { applyImport } from '../domain/imports/apply-import.ts';
import { checkImport, type ImportNeeds } from '../domain/imports/check-import.ts';
import type { Registrar } from '../http/register.ts';
import { told } from '../http/told.ts';
import { filterOf } from './desk.ts';

export function importRoutes(on: Registrar, ports: ImportNeeds): void {
  on.guarded(exportCall, async ({ input, caller }) =>
    told(await exportMembers(ports, personOf(caller), filterOf(input))),
  );

  on.guarded(checkCall, async ({ input, caller }) => told(await checkImport(ports, personOf(caller), input)));

  on.guarded(applyCall, async ({ input, caller }) =>
    told(await applyImport(ports, personOf(caller), input.id)),
  );

  on.guarded(getImports, async () => told(await ports.imports.all()));
}
