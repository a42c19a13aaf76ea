import { getUsers } from '#contract/users';
import { type ListUsersDeps, listUsers } from '../domain/directory/list-users.ts';
import type { Router } from '../http/register.ts';
import { ok } from '../http/told.ts';

export function usersRoutes(on: Router, deps: ListUsersDeps): void {
  on.guarded(getUsers, async ({ input, caller }) => {
    const { items, total } = await listUsers(deps, caller, input);
    return ok({
      items: items.map(({ email, isActive }) => ({
        email,
        membership_status: isActive ? ('active' as const) : ('inactive' as const),
      })),
      pagination: { total, page: input.page, limit: input.limit },
    });
  });
}
