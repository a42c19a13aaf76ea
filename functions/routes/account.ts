import {
  checkAdmin,
  deleteAccount as deleteCall,
  endSessions,
  exportData,
  getSessions,
} from '#contract/account';
import { type DeletionNeeds, deleteAccount } from '../domain/members/delete-account.ts';
import { type ExportNeeds, exportOf } from '../domain/members/export-data.ts';
import { missingOfAdministrator } from '../domain/second-factor/require-second-factor.ts';
import type { SecondFactorNeeds } from '../domain/second-factor/second-factor.ts';
import { endOtherSessions, signedInPlaces } from '../domain/sessions/places.ts';
import type { Registrar } from '../http/register.ts';
import { told } from '../http/told.ts';

export function accountRoutes(on: Registrar, ports: ExportNeeds & DeletionNeeds & SecondFactorNeeds): void {
  on.guarded(getSessions, async ({ caller }) => told(await signedInPlaces(ports, caller)));

  on.guarded(endSessions, async ({ input, caller }) => {
    await endOtherSessions(ports, caller, input.reference);
    return { message: input.reference === undefined ? 'Signed out everywhere else.' : 'Signed out there.' };
  });

  on.guarded(exportData, async ({ caller }) => told(await exportOf(ports, caller)));

  on.guarded(deleteCall, async ({ input, caller }) => {
    await deleteAccount(ports, caller, input);
    return { message: 'Your account was deleted.' };
  });

  on.guarded(checkAdmin, async ({ caller }) => {
    if (caller.member.role !== 'administrator') return { isAdmin: 0 as const };
    return { isAdmin: 1 as const, reason: await missingOfAdministrator(ports, caller) };
  });
}
