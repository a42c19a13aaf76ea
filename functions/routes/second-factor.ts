import * as contract from '#contract/second-factor';
import type { SetUpNeeds } from '../domain/second-factor/set-up.ts';
import type { Registrar } from '../http/register.ts';
import { told } from '../http/told.ts';

/** Loaded with the first call: nobody else's cold start pays for it. */
const setUp = () => import('../domain/second-factor/set-up.ts');

export function secondFactorRoutes(on: Registrar, ports: SetUpNeeds): void {
  on.guarded(contract.getSecondFactor, async ({ caller }) =>
    told(await (await setUp()).statusOf(ports, caller.member)),
  );

  on.guarded(contract.beginSecondFactor, async ({ input, caller }) =>
    told(await (await setUp()).beginSetup(ports, caller, input)),
  );

  on.guarded(contract.finishSecondFactor, async ({ input, caller }) =>
    told(
      { recoveryCodes: await (await setUp()).finishSetup(ports, caller, input.code) },
      'Two-step verification is on.',
    ),
  );

  on.guarded(contract.renewRecoveryCodes, async ({ input, caller }) =>
    told({ recoveryCodes: await (await setUp()).renewRecoveryCodes(ports, caller, input) }),
  );

  on.guarded(contract.removeSecondFactor, async ({ input, caller }) => {
    await (await setUp()).removeSecondFactor(ports, caller, input);
    return { message: 'Two-step verification is off.' };
  });

  on.guarded(contract.giveSecondFactor, async ({ input, caller }) => {
    await (await setUp()).giveSecondFactor(ports, caller, input.code);
    return { message: 'Code accepted.' };
  });
}
