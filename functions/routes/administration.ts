import type { Registrar } from '../http/register.ts';
import { deskRoutes } from './desk.ts';
import { importRoutes } from './imports.ts';
import { mailingRoutes } from './mailing.ts';
import { outboxRoutes } from './outbox.ts';
import { treasuryRoutes } from './treasury.ts';
import { usersRoutes } from './users.ts';

/** What administrators alone call. */
export function administrationRoutes(
  on: Registrar,
  ports: Parameters<typeof usersRoutes>[1] &
    Parameters<typeof deskRoutes>[1] &
    Parameters<typeof importRoutes>[1] &
    Parameters<typeof treasuryRoutes>[1] &
    Parameters<typeof mailingRoutes>[1] &
    Parameters<typeof outboxRoutes>[1],
): void {
  usersRoutes(on, ports);
  deskRoutes(on, ports);
  importRoutes(on, ports);
  treasuryRoutes(on, ports);
  mailingRoutes(on, ports);
  outboxRoutes(on, ports);
}
