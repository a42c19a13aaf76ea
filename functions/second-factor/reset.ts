import { type AdminAction, auditEntryFor } from '../audit/audit.ts';
import { secondFactorResetMail } from '../mail/transactional/messages.ts';
import type { Members } from '../members/member.ts';
import { loadMemberForAction } from '../members/member.ts';
import type { Runtime } from '../platform/runtime.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { SecondFactors } from './second-factor.ts';

type Deps = Pick<Runtime, 'now' | 'randomBytes'> & { members: Members; secondFactors: SecondFactors };

/** For the operator's command line alone: removes a second factor whose owner has lost it, and ends every session. */
export async function resetSecondFactor(deps: Deps, deed: AdminAction): Promise<void> {
  const member = await loadMemberForAction(deps, deed);
  const factor = await deps.secondFactors.find(member.uid);
  if (!factor) throw new DomainError('second-factor-off');
  const record = {
    notice: secondFactorResetMail(deps, member),
    entry: auditEntryFor(deps, deed, 'reset-second-factor'),
  };
  if (!(await deps.secondFactors.reset(member, factor, record))) throw new DomainError('member-conflict');
}
