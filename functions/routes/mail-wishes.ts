import {
  getMailPreferences,
  getSuppressions,
  liftSuppression as liftCall,
  setMailPreferences,
  unsubscribe,
} from '#contract/mail-wishes';
import type { Ambient } from '../domain/ambient.ts';
import type { Limits } from '../domain/limits/limits.ts';
import type { KeyedHash } from '../domain/mail/keyed-hash.ts';
import { liftSuppression, type Suppressions } from '../domain/mail/suppressions.ts';
import { type MailWishes, unsubscribeBy } from '../domain/mail/unsubscribe.ts';
import type { Registrar } from '../http/register.ts';
import { told } from '../http/told.ts';

const PAGE = 50;

export type MailWishesNeeds = Pick<Ambient, 'clock' | 'randomBytes'> & {
  wishes: MailWishes;
  suppressions: Suppressions;
  limits: Limits;
  keyedHash: KeyedHash;
};

export function mailWishesRoutes(on: Registrar, ports: MailWishesNeeds): void {
  on.guarded(getMailPreferences, async ({ caller }) => {
    const { announcements, held } = await ports.wishes.find(caller.member.uid);
    return told({ announcements, held: held ?? null });
  });

  on.guarded(setMailPreferences, async ({ input, caller }) => {
    await ports.wishes.setAnnouncements(caller.member.uid, input.announcements);
    return told(input, 'Your choice is saved.');
  });

  on.open(unsubscribe, async ({ input }) => {
    await unsubscribeBy(ports, input.token);
    return { message: 'You will get no more announcements from us.' };
  });

  on.guarded(getSuppressions, async ({ input }) =>
    told(await ports.suppressions.list(input.search ?? '', PAGE, input.cursor)),
  );

  on.guarded(liftCall, async ({ input, caller }) => {
    await liftSuppression(ports, caller.member, input.address, input.reason);
    return told(null, 'Mail may go to this address again.');
  });
}
