import { checkAdmin, deleteAccount as deleteCall, exportData } from '#contract/account';
import { getHistory } from '#contract/audit';
import { toAuditPageReply } from '../audit/audit.ts';
import type { Caller } from '../members/member.ts';
import { ok, type Router } from '../platform/http/router.ts';
import { findMissingSecondFactor } from '../second-factor/require-second-factor.ts';
import { type AccountDeps, deleteAccount } from './delete-account.ts';
import { exportMemberData } from './export-data.ts';

const ENTRIES_PER_PAGE = 50;

export function accountRoutes(on: Router<Caller>, deps: AccountDeps): void {
  on.guarded(exportData, async ({ caller }) => ok(await exportMemberData(deps, caller)));

  on.guarded(deleteCall, async ({ input, caller }) => {
    await deleteAccount(deps, caller, input);
    return { message: 'Account deleted.' };
  });

  on.guarded(getHistory, async ({ input, caller }) => {
    const page = await deps.audit.listForMember(caller.member.uid, ENTRIES_PER_PAGE, input.cursor);
    return ok(toAuditPageReply(page, { namesAdministrators: false }));
  });

  on.guarded(checkAdmin, async ({ caller }) => {
    if (caller.member.role !== 'administrator') return { isAdmin: 0 as const };
    return { isAdmin: 1 as const, reason: await findMissingSecondFactor(deps, caller) };
  });
}
