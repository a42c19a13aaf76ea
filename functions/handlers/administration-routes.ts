import { usersRoutes } from '../admin/recipient-routes.ts';
import { deskRoutes } from '../admin/routes.ts';
import { importRoutes } from '../imports/routes.ts';
import { mailingRoutes } from '../mail/campaigns/compose-routes.ts';
import { outboxRoutes } from '../mail/campaigns/routes.ts';
import { treasuryRoutes } from '../payments/review-routes.ts';
import type { Router } from '../platform/http/router.ts';

/** What administrators alone call. */
export function administrationRoutes(
  on: Router,
  deps: Parameters<typeof usersRoutes>[1] &
    Parameters<typeof deskRoutes>[1] &
    Parameters<typeof importRoutes>[1] &
    Parameters<typeof treasuryRoutes>[1] &
    Parameters<typeof mailingRoutes>[1] &
    Parameters<typeof outboxRoutes>[1],
): void {
  usersRoutes(on, deps);
  deskRoutes(on, deps);
  importRoutes(on, deps);
  treasuryRoutes(on, deps);
  mailingRoutes(on, deps);
  outboxRoutes(on, deps);
}
