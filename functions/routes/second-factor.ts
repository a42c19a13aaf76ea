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

  on.guarded(contract.beginSecondFactor, async (call) =>
    told(await (await setUp()).beginSetup(ports, call.caller.member, call.input, call)),
  );

  on.guarded(contract.finishSecondFactor, async (call) =>
    told(
      { recoveryCodes: await (await setUp()).finishSetup(ports, call.caller, call.input.code, call) },
      'Two-step verification is on.',
    ),
  );

  on.guarded(contract.renewRecoveryCodes, async (call) =>
    told({
      recoveryCodes: await (await setUp()).renewRecoveryCodes(ports, call.caller.member, call.input, call),
    }),
  );

  on.guarded(contract.removeSecondFactor, async (call) => {
    await (await setUp()).removeSecondFactor(ports, call.caller, call.input, call);
    return { message: 'Two-step verification is off.' };
  });

  on.guarded(contract.giveSecondFactor, async (call) => {
    await (await setUp()).giveSecondFactor(ports, call.caller, call.input.code, call);
    return { message: 'Code accepted.' };
  });
}
