import { ask, has } from './ask.ts';

/** GET /admin/check-admin: whether the member is an administrator. */
export const checkAdmin = (): Promise<boolean> =>
  ask('checkAdmin', '/admin/check-admin', (reply) => {
    if (!has(reply, 'isAdmin')) return undefined;
    if (reply.isAdmin === 1) return true;
    return reply.isAdmin === 0 ? false : undefined;
  });
