import {
  checkAdmin,
  deleteAccount as deleteCall,
  endSessions,
  exportData,
  getSessions,
} from '#contract/account';
import { type DeletionNeeds, deleteAccount } from '../domain/members/delete-account.ts';
import { type ExportNeeds, exportOf } from '../domain/members/export-data.ts';
import { endOtherSessions, signedInPlaces } from '../domain/sessions/places.ts';
import type { Registrar } from '../http/register.ts';
import { told } from '../http/told.ts';

export function accountRoutes(on: Registrar, ports: ExportNeeds & DeletionNeeds): void {
  on.guarded(getSessions, async ({ caller }) => told(await signedInPlaces(ports, caller)));

  on.guarded(endSessions, async ({ input, caller }) => {
    await endOtherSessions(ports, caller, input.reference);
    return { message: input.reference === undefined ? 'Signed out everywhere else.' : 'Signed out there.' };
  });

  on.guarded(exportData, async ({ caller }) => told(await exportOf(ports, caller)));

  on.guarded(deleteCall, async ({ input, caller }) => {
    await deleteAccount(ports, caller.member, input);
    return { message: 'Your account was deleted.' };
  });

  on.guarded(checkAdmin, async ({ caller }) => ({
    isAdmin: caller.member.role === 'administrator' ? (1 as const) : (0 as const),
  }));
}
