import type { Router } from '../http/register.ts';
import { deskRoutes } from './desk.ts';
import { importRoutes } from './imports.ts';
import { mailingRoutes } from './mailing.ts';
import { outboxRoutes } from './outbox.ts';
import { treasuryRoutes } from './treasury.ts';
import { usersRoutes } from './users.ts';

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
