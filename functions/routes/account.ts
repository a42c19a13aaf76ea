import {
  checkAdmin,
  deleteAccount as deleteCall,
  endSessions,
  exportData,
  getSessions,
} from '#contract/account';
import { type DeletionDeps, deleteAccount } from '../domain/members/delete-account.ts';
import { type ExportDeps, exportMemberData } from '../domain/members/export-data.ts';
import { missingOfAdministrator } from '../domain/second-factor/require-second-factor.ts';
import type { SecondFactorDeps } from '../domain/second-factor/second-factor.ts';
import { listDevices, signOutOtherDevices } from '../domain/sessions/places.ts';
import type { Router } from '../http/register.ts';
import { ok } from '../http/told.ts';

export function accountRoutes(on: Router, deps: ExportDeps & DeletionDeps & SecondFactorDeps): void {
  on.guarded(getSessions, async ({ caller }) => ok(await listDevices(deps, caller)));

  on.guarded(endSessions, async ({ input, caller }) => {
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
