import * as contract from '#contract/ledger';
import { actorFromMember } from '../audit/audit.ts';
import type { Caller } from '../members/member.ts';
import { ok, type Router } from '../platform/http/router.ts';
import { type LedgerDeps, linkLedgerFile, requestLedgerFile, sumYear, viewLedger } from './view-ledger.ts';

/** All payments of a year, for administrators. */
export function ledgerRoutes(on: Router<Caller>, deps: LedgerDeps): void {
  on.guarded(contract.getLedger, async ({ input, caller }) =>
    ok(await viewLedger(deps, actorFromMember(caller.member), input)),
  );

  on.guarded(contract.getLedgerSums, async ({ input: { year } }) => ok({ cells: await sumYear(deps, year) }));

  on.guarded(contract.requestLedgerFile, async ({ input: { year, format }, caller }) =>
    ok({ id: await requestLedgerFile(deps, actorFromMember(caller.member), year, format) }),
  );

  on.guarded(contract.getLedgerFile, async ({ input: { id } }) =>
    ok({ url: await linkLedgerFile(deps, id) }),
  );
}
