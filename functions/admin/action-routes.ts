import type * as z from 'zod/mini';
import * as contract from '#contract/admin-members';
import { attemptIdOf, runOnce } from '../audit/attempt.ts';
import { type AdminAction, actorFromMember } from '../audit/audit.ts';
import { addConferenceRecord, removeConferenceRecord } from '../conferences/conference.ts';
import type { Caller } from '../members/member.ts';
import { requireFreshSecondFactor } from '../members/require-second-factor.ts';
import { grantTerm, replaceTerm } from '../memberships/change-terms.ts';
import {
  type BankTransferResult,
  findTransferResult,
  recordBankTransfer,
  transferReason,
} from '../payments/bank-transfer.ts';
import { correctBankTransfer, previewBankTransfer, voidBankTransfer } from '../payments/correct-transfer.ts';
import type { PaymentSetup } from '../payments/fulfil-payment.ts';
import type { Context } from '../platform/context.ts';
import { ok, type Router } from '../platform/http/router.ts';
import { DomainError } from '../shared/domain-error.ts';
import { editMember } from './edit-member.ts';
import {
  type AdminContext,
  inviteMember,
  markEmailVerified,
  setMemberCategory,
  setMemberState,
} from './member-actions.ts';

type ActionContext = Pick<Context, 'table' | 'now' | 'randomBytes' | 'sleep' | 'log' | 'secondFactorPolicy'> &
  Pick<PaymentSetup, 'paymentRules'>;

/** What an administrator does to one member, with a reason. */
export function memberActionRoutes(on: Router<Caller>, context: ActionContext): void {
  on.guarded(contract.changeMember, async ({ input, caller }) => {
    const { uid, version, reason = '' } = input;
    // Whoever repeats a call may have read the member again, or ask first what the transfer would make.
    const attempted = { ...input, version: undefined, isPreview: undefined };
    const attemptId = attemptIdOf(caller.member.uid, attempted);
    const action = { actor: actorFromMember(caller.member), uid, version, reason, attemptId };
    const change = () => changeMember(context, caller, action, input);
    return ok(await runOnce(context, attemptId, change, () => findReply(context, input)));
  });
}

type Change = z.output<typeof contract.changeMember.request>;
type TransferChange = Extract<Change, { action: 'record-bank-transfer' | 'correct-bank-transfer' }>;
type OtherChange = Exclude<Change, TransferChange>;

const isTransfer = (input: Change): input is TransferChange =>
  input.action === 'record-bank-transfer' || input.action === 'correct-bank-transfer';

type ChangeReply = z.input<typeof contract.changeMember.reply>['data'];

/** Money, and the address to which codes for a new password are sent, need a recent second factor. */
async function changeMember(
  context: ActionContext,
  caller: Caller,
  action: AdminAction,
  input: Change,
): Promise<ChangeReply> {
  const confirm = () => requireFreshSecondFactor(context, caller);
  const isMoney = isTransfer(input) ? !input.isPreview : input.action === 'void-bank-transfer';
  if (isMoney) await confirm();
  if (isTransfer(input)) return changeTransfer(context, action, input);
  const isChanged = await applyChange(context, action, input, confirm);
  return { outcome: isChanged ? 'changed' : 'unchanged' };
}

/** The reply to a change that was made. */
const findReply = async (context: AdminContext, input: Change): Promise<ChangeReply> =>
  isTransfer(input)
    ? toTransferReply(await findTransferResult(context, input.uid, input))
    : { outcome: 'changed' };

const toTransferReply = ({ outcome, ...transfer }: BankTransferResult): ChangeReply => ({
  outcome,
  transfer,
});

async function changeTransfer(
  context: AdminContext & Pick<PaymentSetup, 'paymentRules'>,
  given: AdminAction,
  input: TransferChange,
): Promise<ChangeReply> {
  const action = { ...given, reason: transferReason(context, given.reason, input) };
  const paymentId = input.action === 'correct-bank-transfer' ? input.paymentId : undefined;
  if (input.isPreview)
    return { outcome: 'preview', transfer: await previewBankTransfer(context, action, input, paymentId) };
  return toTransferReply(
    await (paymentId === undefined
      ? recordBankTransfer(context, action, input)
      : correctBankTransfer(context, action, paymentId, input)),
  );
}

/** Resolves to false where there was nothing to change. */
async function applyChange(
  context: AdminContext,
  action: AdminAction,
  input: OtherChange,
  confirm: () => Promise<void>,
): Promise<boolean> {
  switch (input.action) {
    case 'grant-term':
      if ((await grantTerm(context, action, input)) === 'exists') throw new DomainError('term-exists');
      break;
    case 'correct-term':
      await replaceTerm(context, action, input.term, input);
      break;
    case 'void-term':
      await replaceTerm(context, action, input.term);
      break;
    case 'edit': {
      const { action: _, uid, version, reason, attempt, birth, ...given } = input;
      const edit = { ...given, ...(birth !== undefined && { dateOfBirth: birth }) };
      return editMember(context, action, edit, confirm);
    }
    case 'verify-email':
      await markEmailVerified(context, action);
      break;
    case 'invite':
      await inviteMember(context, action);
      break;
    case 'void-bank-transfer':
      await voidBankTransfer(context, action, input);
      break;
    case 'set-state':
      await setMemberState(context, action, input.state);
      break;
    case 'set-category':
      return setMemberCategory(context, action, input.category);
    case 'add-conference-record':
      if ((await addConferenceRecord(context, action, input)) === 'exists')
        throw new DomainError('conference-record-exists');
      break;
    case 'remove-conference-record':
      await removeConferenceRecord(context, action, input.id);
      break;
    default:
      // An action of the contract without a case does not compile.
      throw new Error(`no such action: ${input satisfies never}`);
  }
  return true;
}
