import {
  getMailPreferences,
  getSuppressions,
  unsuppressAddress as liftCall,
  setMailPreferences,
  unsubscribe,
} from '#contract/mail-preferences';
import type { Limits } from '../../limits/repository.ts';
import type { Caller } from '../../members/member.ts';
import type { Router } from '../../platform/http/router.ts';
import { ok } from '../../platform/http/router.ts';
import type { KeyedHash } from '../../platform/keyed-hash.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type MailWishes, unsubscribeWithToken } from './preferences.ts';
import { type Suppressions, unsuppressAddress } from './suppression.ts';

const PAGE = 50;

export type SuppressionsDeps = Pick<Runtime, 'now' | 'randomBytes'> & {
  wishes: MailWishes;
  suppressions: Suppressions;
  limits: Limits;
  keyedHash: KeyedHash;
};

export function suppressionRoutes(on: Router<Caller>, deps: SuppressionsDeps): void {
  on.guarded(getMailPreferences, async ({ caller }) => {
    const { announcements, suppressedBecause } = await deps.wishes.find(caller.member.uid);
    return ok({ announcements, suppressedBecause: suppressedBecause ?? null });
  });

  on.guarded(setMailPreferences, async ({ input, caller }) => {
    await deps.wishes.setAnnouncements(caller.member.uid, input.announcements);
    return ok(input, 'Your choice is saved.');
  });

  on.open(unsubscribe, async ({ input }) => {
    await unsubscribeWithToken(deps, input.token);
    return { message: 'You will get no more announcements from us.' };
  });

  on.guarded(getSuppressions, async ({ input }) =>
    ok(await deps.suppressions.list(input.search ?? '', PAGE, input.cursor)),
  );

  on.guarded(liftCall, async ({ input, caller }) => {
    await unsuppressAddress(deps, caller.member, input.address, input.reason);
    return ok(null, 'Address unblocked.');
  });
}
