import * as contract from '#contract/second-factor';
import type { SetUpNeeds } from '../domain/second-factor/set-up.ts';
import {
  beginSetup,
  finishSetup,
  giveSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  statusOf,
} from '../domain/second-factor/set-up.ts';
import type { Registrar } from '../http/register.ts';
import { told } from '../http/told.ts';

/** Loaded with the first call: nobody else's cold start pays for it. */

export function secondFactorRoutes(on: Registrar, ports: SetUpNeeds): void {
  on.guarded(contract.getSecondFactor, async ({ caller }) => told(await statusOf(ports, caller.member)));

  on.guarded(contract.beginSecondFactor, async ({ input, caller }) =>
    told(await beginSetup(ports, caller, input)),
  );

  on.guarded(contract.finishSecondFactor, async ({ input, caller }) =>
    told({ recoveryCodes: await finishSetup(ports, caller, input.code) }, 'Two-step verification is on.'),
  );

  on.guarded(contract.renewRecoveryCodes, async ({ input, caller }) =>
    told({ recoveryCodes: await renewRecoveryCodes(ports, caller, input) }),
  );

  on.guarded(contract.removeSecondFactor, async ({ input, caller }) => {
    await removeSecondFactor(ports, caller, input);
    return { message: 'Two-step verification is off.' };
  });

  on.guarded(contract.giveSecondFactor, async ({ input, caller }) => {
    await giveSecondFactor(ports, caller, input.code);
    return { message: 'Code accepted.' };
  });
}
