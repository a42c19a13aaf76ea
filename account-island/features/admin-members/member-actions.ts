import * as contract from '#contract/admin-members';
import { MEMBER_CATEGORIES, MEMBERSHIP_TYPES } from '#shared/choices';
import { parseMinorUnits } from '#shared/money';
import { request } from '../../api/client.ts';
import {
  type MemberActionKind,
  memberActions,
  overpaidTransfer,
  adminMessages as texts,
} from '../../text/admin-members.ts';
import type { FieldErrors } from '../../text/errors.ts';

/** Under the names of the server's issues. */
export const LABELS = {
  type: 'Type',
  startDate: 'Start date',
  endDate: 'End date',
  amountMinorUnits: 'Amount (HKD)',
  date: 'Date',
  reference: 'Bank reference',
  category: 'Category',
  name: 'Conference',
  venue: 'Venue',
  link: 'Link',
};
export type MemberActionField = keyof typeof LABELS | 'reason';
type FieldText = (name: MemberActionField) => string;

type Term = contract.MemberDetails['terms'][number];
type Member = contract.MemberDetails['member'];

/** An administrator's action on a member, before it is sent. */
export type MemberAction =
  | { kind: Exclude<MemberActionKind, 'correct' | 'void' | 'remove-conference-record'> }
  | { kind: 'correct' | 'void'; term: Term }
  | { kind: 'remove-conference-record'; id: string; name: string };

/** Errors beyond those that the browser finds. */
export const validateAction = ({ kind }: MemberAction, text: FieldText): FieldErrors<MemberActionField> =>
  kind === 'transfer' && parseMinorUnits(text('amountMinorUnits')) === undefined
    ? new Map([['amountMinorUnits', texts.amountError]])
    : new Map();

/** Changes the member in the version that was shown, and resolves to the sentence about it. */
export async function sendMemberAction(
  action: MemberAction,
  member: Member,
  text: FieldText,
): Promise<string> {
  const { data } = await send(action, member, text);
  return data.outcome === 'overpayment' ? overpaidTransfer : memberActions[action.kind].done;
}

function send(
  action: MemberAction,
  { uid, version }: Member,
  text: FieldText,
): Promise<{ data: { outcome: string } }> {
  const target = { uid, version, reason: text('reason') };
  const type = MEMBERSHIP_TYPES.find((each) => each === text('type')) ?? 'professional';
  const period = { type, startDate: text('startDate'), endDate: text('endDate') };
  const date = text('date');
  switch (action.kind) {
    case 'grant':
      return request(contract.grantTerm, { ...target, ...period });
    case 'correct':
      return request(contract.correctTerm, { ...target, ...period, term: action.term.reference });
    case 'void':
      return request(contract.voidTerm, { ...target, term: action.term.reference });
    case 'transfer': {
      const amountMinorUnits = parseMinorUnits(text('amountMinorUnits')) ?? 0;
      const reference = text('reference');
      return request(contract.recordBankTransfer, { ...target, type, date, amountMinorUnits, reference });
    }
    case 'category': {
      const category = MEMBER_CATEGORIES.find((each) => each === text('category')) ?? 'ordinary';
      return request(contract.setMemberCategory, { ...target, category });
    }
    case 'disable':
      return request(contract.setMemberState, { ...target, state: 'disabled' });
    case 'enable':
      return request(contract.setMemberState, { ...target, state: 'active' });
    case 'add-conference-record': {
      const [name, venue, link] = [text('name'), text('venue'), text('link')];
      return request(contract.addConferenceRecord, { ...target, name, venue, date, link });
    }
    case 'remove-conference-record':
      return request(contract.removeConferenceRecord, { ...target, id: action.id });
  }
}
