import {
  checkAdmin,
  deleteAccount as deleteCall,
  exportData,
  getDevices,
  signOutDevices,
} from '#contract/account';
import type { Caller } from '../members/member.ts';
import type { Router } from '../platform/http/router.ts';
import { ok } from '../platform/http/router.ts';
import { missingOfAdministrator } from '../second-factor/require-second-factor.ts';
import type { SecondFactorDeps } from '../second-factor/second-factor.ts';
import { listDevices, signOutOtherDevices } from '../sessions/devices.ts';
import { type DeletionDeps, deleteAccount } from './delete-account.ts';
import { type ExportDeps, exportMemberData } from './export-data.ts';

export function accountRoutes(on: Router<Caller>, deps: ExportDeps & DeletionDeps & SecondFactorDeps): void {
  on.guarded(getDevices, async ({ caller }) => ok(await listDevices(deps, caller)));

  on.guarded(signOutDevices, async ({ input, caller }) => {
    await signOutOtherDevices(deps, caller, input.reference);
    return { message: input.reference === undefined ? 'Signed out everywhere else.' : 'Signed out there.' };
  });

  on.guarded(exportData, async ({ caller }) => ok(await exportMemberData(deps, caller)));

  on.guarded(deleteCall, async ({ input, caller }) => {
    await deleteAccount(deps, caller, input);
    return { message: 'Your account was deleted.' };
  });

  on.guarded(checkAdmin, async ({ caller }) => {
    if (caller.member.role !== 'administrator') return { isAdmin: 0 as const };
    return { isAdmin: 1 as const, reason: await missingOfAdministrator(deps, caller) };
  });
}
