import * as contract from '#contract/second-factor';
import type { Caller } from '../members/member.ts';
import type { Router } from '../platform/http/router.ts';
import { ok } from '../platform/http/router.ts';
import type { SecondFactorDeps } from './require-second-factor.ts';
import {
  beginSetup,
  finishSetup,
  getSecondFactorStatus,
  giveSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from './set-up.ts';

export function secondFactorRoutes(on: Router<Caller>, deps: SecondFactorDeps): void {
  on.guarded(contract.getSecondFactor, async ({ caller }) =>
    ok(await getSecondFactorStatus(deps, caller.member)),
  );

  on.guarded(contract.beginSecondFactor, async ({ input, caller }) =>
    ok(await beginSetup(deps, caller, input)),
  );

  on.guarded(contract.finishSecondFactor, async ({ input, caller }) =>
    ok({ recoveryCodes: await finishSetup(deps, caller, input.code) }, 'Two-step verification is on.'),
  );

  on.guarded(contract.renewRecoveryCodes, async ({ input, caller }) =>
    ok({ recoveryCodes: await renewRecoveryCodes(deps, caller, input) }),
  );

  on.guarded(contract.removeSecondFactor, async ({ input, caller }) => {
    await removeSecondFactor(deps, caller, input);
    return { message: 'Two-step verification is off.' };
  });

  on.guarded(contract.giveSecondFactor, async ({ input, caller }) => {
    await giveSecondFactor(deps, caller, input.code);
    return { message: 'Code accepted.' };
  });
}
