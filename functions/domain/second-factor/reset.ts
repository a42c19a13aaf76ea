import type { Ambient } from '../ambient.ts';
import { type Deed, entryOf, memberOf } from '../desk/deed.ts';
import type { Members } from '../members/member.ts';
import { Refusal } from '../refusal.ts';
import { secondFactorResetMail } from './notices.ts';
import type { SecondFactors } from './second-factor.ts';

type Needs = Pick<Ambient, 'clock' | 'randomBytes'> & { members: Members; secondFactors: SecondFactors };

/** For the operator's command line alone: removes a second factor whose owner has lost it, and ends every session. */
export async function resetSecondFactor(needs: Needs, deed: Deed): Promise<void> {
  const member = await memberOf(needs, deed);
  const factor = await needs.secondFactors.find(member.uid);
  if (!factor) throw new Refusal('second-factor-off');
  const record = {
    notice: secondFactorResetMail(needs, member),
    entry: entryOf(needs, deed, 'reset-second-factor'),
  };
  if (!(await needs.secondFactors.reset(member, factor, record))) throw new Refusal('member-conflict');
}
