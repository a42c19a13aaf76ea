import { ask, has } from './ask.ts';

/** `second-factor-missing`: an administrator who must set up two-step verification before the administrators' pages open. */
export type AdminCheck = 'member' | 'administrator' | 'second-factor-missing';

/** GET /admin/check-admin: whether the member is an administrator. */
export const checkAdmin = (): Promise<AdminCheck> =>
  ask('checkAdmin', '/admin/check-admin', (reply) => {
    if (!has(reply, 'isAdmin')) return undefined;
    if (reply.isAdmin === 0) return 'member';
    if (reply.isAdmin !== 1) return undefined;
    const isMissing = has(reply, 'reason') && reply.reason === 'second-factor-missing';
    return isMissing ? 'second-factor-missing' : 'administrator';
  });
