import { getDevices, signOutDevices } from '#contract/account';
import { ok, type Router } from '../platform/http/router.ts';
import { listDevices, type SessionCaller, type SessionsDeps, signOutOtherDevices } from './devices.ts';

export function deviceRoutes(on: Router<SessionCaller>, deps: SessionsDeps): void {
  on.guarded(getDevices, async ({ caller }) => ok(await listDevices(deps, caller)));

  on.guarded(signOutDevices, async ({ input, caller }) => {
    await signOutOtherDevices(deps, caller, input.reference);
    return {
      message: input.reference === undefined ? 'All other devices logged out.' : 'Device logged out.',
    };
  });
}
