import type * as z from 'zod/mini';
import * as contract from '#contract/admin-members';
import { attemptIdOf, runOnce } from '../audit/attempt.ts';
import { type AdminAction, actorFromMember } from '../audit/audit.ts';
import { addConferenceRecord, removeConferenceRecord } from '../conferences/conference.ts';
import type { Caller } from '../members/member.ts';
import { correctTerm, grantTerm, voidTerm } from '../memberships/change-terms.ts';
import {
  type BankTransferResult,
  findTransferResult,
  previewBankTransfer,
  recordBankTransfer,
} from '../payments/bank-transfer.ts';
import {
  correctBankTransfer,
  previewTransferCorrection,
  voidBankTransfer,
} from '../payments/correct-transfer.ts';
import type { PaymentSetup } from '../payments/fulfil-payment.ts';
import { ok, type Router } from '../platform/http/router.ts';
import { requireFreshSecondFactor, type SecondFactorDeps } from '../second-factor/require-second-factor.ts';
import { DomainError } from '../shared/domain-error.ts';
import { editMember } from './edit-member.ts';
import {
  type AdminDeps,
  inviteMember,
  markEmailVerified,
  setMemberCategory,
  setMemberState,
} from './member-actions.ts';

type ActionDeps = AdminDeps & PaymentSetup & Pick<SecondFactorDeps, 'secondFactorPolicy'>;

/** What an administrator does to one member, with a reason. */
export function memberActionRoutes(on: Router<Caller>, deps: ActionDeps): void {
  on.guarded(contract.changeMember, async ({ input, caller }) => {
    const { uid, version, reason } = input;
    // Whoever repeats a call may have read the member again, or ask first what the transfer would make.
    const attempted = { ...input, version: undefined, isPreview: undefined };
    const attemptId = attemptIdOf(caller.member.uid, attempted);
    const action = { actor: actorFromMember(caller.member), uid, version, reason, attemptId };
    const change = () => changeMember(deps, caller, action, input);
    return ok(await runOnce(deps.audit, attemptId, change, () => findReply(deps, input)));
  });
}

type Change = z.output<typeof contract.changeMember.request>;
type TransferChange = Extract<Change, { action: 'record-bank-transfer' | 'correct-bank-transfer' }>;
type OtherChange = Exclude<Change, TransferChange>;

const isTransfer = (input: Change): input is TransferChange =>
  input.action === 'record-bank-transfer' || input.action === 'correct-bank-transfer';

interface ChangeReply {
  outcome: string;
  transfer?: contract.TransferResult;
}

/** Money, and the address to which codes for a new password are sent, need a recent second factor. */
async function changeMember(
  deps: ActionDeps,
  caller: Caller,
  action: AdminAction,
  input: Change,
): Promise<ChangeReply> {
  const confirm = () => requireFreshSecondFactor(deps, caller);
  const isMoney = isTransfer(input) ? !input.isPreview : input.action === 'void-bank-transfer';
  if (isMoney) await confirm();
  if (isTransfer(input)) return changeTransfer(deps, action, input);
  return { outcome: (await applyChange(deps, action, input, confirm)) ? outcomeOf(input) : 'unchanged' };
}

/** The reply to a change that was made. */
const findReply = async (deps: AdminDeps, input: Change): Promise<ChangeReply> =>
  isTransfer(input)
    ? toTransferReply(await findTransferResult(deps, input.uid, input))
    : { outcome: outcomeOf(input) };

const toTransferReply = ({ outcome, ...transfer }: BankTransferResult): ChangeReply => ({
  outcome,
  transfer,
});

async function changeTransfer(
  deps: AdminDeps & PaymentSetup,
  action: AdminAction,
  input: TransferChange,
): Promise<ChangeReply> {
  const paymentId = input.action === 'correct-bank-transfer' ? input.paymentId : undefined;
  if (input.isPreview) {
    const transfer = await (paymentId === undefined
      ? previewBankTransfer(deps, action, input)
      : previewTransferCorrection(deps, action, paymentId, input));
    return { outcome: 'preview', transfer };
  }
  return toTransferReply(
    await (paymentId === undefined
      ? recordBankTransfer(deps, action, input)
      : correctBankTransfer(deps, action, paymentId, input)),
  );
}

/** Resolves to whether it has changed anything. */
async function applyChange(
  deps: AdminDeps,
  action: AdminAction,
  input: OtherChange,
  confirm: () => Promise<void>,
): Promise<boolean> {
  switch (input.action) {
    case 'grant-term':
      if ((await grantTerm(deps, action, input)) === 'exists') throw new DomainError('term-exists');
      return true;
    case 'correct-term':
      await correctTerm(deps, action, input.term, input);
      return true;
    case 'void-term':
      await voidTerm(deps, action, input.term);
      return true;
    case 'edit': {
      const { action: _, uid, version, reason, attempt, birth, ...given } = input;
      const edit = { ...given, ...(birth !== undefined && { dateOfBirth: birth }) };
      return editMember(deps, action, edit, confirm);
    }
    case 'verify-email':
      await markEmailVerified(deps, action);
      return true;
    case 'invite':
      await inviteMember(deps, action);
      return true;
    case 'void-bank-transfer':
      await voidBankTransfer(deps, action, input);
      return true;
    case 'set-state':
      await setMemberState(deps, action, input.state);
      return true;
    case 'set-category':
      return setMemberCategory(deps, action, input.category);
    case 'add-conference-record':
      if ((await addConferenceRecord(deps, action, input)) === 'exists')
        throw new DomainError('conference-record-exists');
      return true;
    case 'remove-conference-record':
      await removeConferenceRecord(deps, action, input.id);
      return true;
  }
}

/** Of a change that was made. */
function outcomeOf(input: OtherChange): string {
  if (input.action === 'set-state') return input.state;
  return input.action === 'set-category' ? input.category : OUTCOMES[input.action];
}

const OUTCOMES: Readonly<Record<Exclude<OtherChange['action'], 'set-state' | 'set-category'>, string>> = {
  'grant-term': 'granted',
  'correct-term': 'corrected',
  'void-term': 'voided',
  edit: 'edited',
  'verify-email': 'verified',
  invite: 'invited',
  'void-bank-transfer': 'voided',
  'add-conference-record': 'added',
  'remove-conference-record': 'removed',
};
