import { getDashboard } from '#contract/statistics';
import type { Caller } from '../members/member.ts';
import { ok, type Router } from '../platform/http/router.ts';
import { type DashboardContext, viewDashboard } from './view-dashboard.ts';

export function statisticsRoutes(on: Router<Caller>, context: DashboardContext): void {
  on.guarded(getDashboard, async () => ok(await viewDashboard(context)));
}
