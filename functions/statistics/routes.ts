import { getDashboard } from '#contract/statistics';
import type { Caller } from '../members/member.ts';
import { ok, type Router } from '../platform/http/router.ts';
import { type DashboardDeps, viewDashboard } from './view-dashboard.ts';

export function statisticsRoutes(on: Router<Caller>, deps: DashboardDeps): void {
  on.guarded(getDashboard, async () => {
    const { years, latest, ...live } = await viewDashboard(deps);
    return ok({ ...live, ...(latest && { statistics: { ...latest, years } }) });
  });
}
