import * as contract from '#contract/second-factor';
import type { Caller } from '../members/member.ts';
import type { SecondFactorContext } from '../members/require-second-factor.ts';
import type { Router } from '../platform/http/router.ts';
import { ok } from '../platform/http/router.ts';
import {
  beginSetup,
  finishSetup,
  getSecondFactorStatus,
  giveSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from './set-up-second-factor.ts';

export function secondFactorRoutes(on: Router<Caller>, context: SecondFactorContext): void {
  on.guarded(contract.getSecondFactor, async ({ caller }) =>
    ok(await getSecondFactorStatus(context, caller.member)),
  );

  on.guarded(contract.changeSecondFactor, async ({ input, caller }) => {
    switch (input.action) {
      case 'begin':
        return ok({ setup: await beginSetup(context, caller, input) });
      case 'finish':
        return ok(
          { recoveryCodes: await finishSetup(context, caller, input.code) },
          'Two-step verification is on.',
        );
      case 'renew-recovery-codes':
        return ok({ recoveryCodes: await renewRecoveryCodes(context, caller, input) });
      case 'remove':
        await removeSecondFactor(context, caller, input);
        return ok({}, 'Two-step verification is off.');
      case 'give':
        await giveSecondFactor(context, caller, input.code);
        return ok({}, 'Code accepted.');
    }
  });
}
