import { checkAdmin, deleteAccount as deleteCall, exportData } from '#contract/account';
import type { Caller } from '../members/member.ts';
import { ok, type Router } from '../platform/http/router.ts';
import { findMissingSecondFactor } from '../second-factor/require-second-factor.ts';
import { deleteAccount } from './delete-account.ts';
import { type AccountDeps, exportMemberData } from './export-data.ts';

export function accountRoutes(on: Router<Caller>, deps: AccountDeps): void {
  on.guarded(exportData, async ({ caller }) => ok(await exportMemberData(deps, caller)));

  on.guarded(deleteCall, async ({ input, caller }) => {
    await deleteAccount(deps, caller, input);
    return { message: 'Account deleted.' };
  });

  on.guarded(checkAdmin, async ({ caller }) => {
    if (caller.member.role !== 'administrator') return { isAdmin: 0 as const };
    return { isAdmin: 1 as const, reason: await findMissingSecondFactor(deps, caller) };
  });
}
