import { getUsers } from '#contract/users';
import { type ListUsersNeeds, listUsers } from '../domain/directory/list-users.ts';
import type { Registrar } from '../http/register.ts';
import { told } from '../http/told.ts';

export function usersRoutes(on: Registrar, ports: ListUsersNeeds): void {
  on.guarded(getUsers, async ({ input, caller }) => {
    const { items, total } = await listUsers(ports, caller, input);
    return told({
      items: items.map(({ email, isActive }) => ({
        email,
        membership_status: isActive ? ('active' as const) : ('inactive' as const),
      })),
      pagination: { total, page: input.page, limit: input.limit },
    });
  });
}
