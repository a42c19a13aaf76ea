import { getRecipients } from '#contract/users';
import type { Caller } from '../members/member.ts';
import type { Router } from '../platform/http/router.ts';
import { ok } from '../platform/http/router.ts';
import { type ListUsersDeps, listUsers } from './list-recipients.ts';

export function usersRoutes(on: Router<Caller>, deps: ListUsersDeps): void {
  on.guarded(getRecipients, async ({ input, caller }) => {
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
