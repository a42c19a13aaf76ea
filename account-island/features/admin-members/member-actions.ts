import * as desk from '#contract/desk';
import { MEMBER_CATEGORIES, MEMBERSHIP_TYPES } from '#shared/choices';
import { parseMinorUnits } from '#shared/money';
import { request } from '../../api/client.ts';
import { complaint } from '../../text/account.ts';
import { deskMessages as texts } from '../../text/admin-members.ts';
import type { FieldErrors } from '../../text/errors.ts';

/** The names are those that the server puts its issues by. */
export const LABELS = {
  type: 'Type',
  startDate: 'Start',
  endDate: 'End',
  amountMinorUnits: 'Amount in HKD',
  date: 'Date',
  reference: "The bank's reference",
  category: 'Category',
  name: 'Conference',
  venue: 'Venue',
  link: 'Link',
  reason: 'Reason',
};
export type ActField = keyof typeof LABELS;

/** What a form says, by the names of its fields. */
export type TextOf = (name: ActField) => string;

type Term = desk.MemberDetails['terms'][number];

/** What an administrator is about to do to a member. */
export type AuditEntryInput =
  | { kind: 'grant' | 'transfer' | 'category' | 'disable' | 'enable' | 'add-conference-record' }
  | { kind: 'correct' | 'void'; term: Term }
  | { kind: 'remove-conference-record'; id: string; name: string };

type Member = desk.MemberDetails['member'];

/** Does it to the member as they were on the screen, and resolves to the sentence about it. */
export const perform = async (act: AuditEntryInput, member: Member, text: TextOf): Promise<string> =>
  (await send(act, member, text)) === 'overpayment' ? texts.overpayment : texts.done;

/** What is wrong with a form beside what the platform sees. */
export const judge = ({ kind }: AuditEntryInput, text: TextOf): FieldErrors<ActField> =>
  kind === 'transfer' && parseMinorUnits(text('amountMinorUnits')) === undefined ? WRONG_AMOUNT : new Map();

const WRONG_AMOUNT = new Map([
  ['amountMinorUnits', complaint(LABELS.amountMinorUnits, texts.amount)] as const,
]);

async function send(act: AuditEntryInput, { uid, version }: Member, text: TextOf): Promise<string> {
  const deed = { uid, version, reason: text('reason') };
  const type = MEMBERSHIP_TYPES.find((each) => each === text('type')) ?? 'professional';
  const wish = { type, startDate: text('startDate'), endDate: text('endDate') };
  const date = text('date');
  switch (act.kind) {
    case 'grant':
      return outcomeIn(request(desk.grantTerm, { ...deed, ...wish }));
    case 'correct':
      return outcomeIn(request(desk.correctTerm, { ...deed, ...wish, term: act.term.reference }));
    case 'void':
      return outcomeIn(request(desk.voidTerm, { ...deed, term: act.term.reference }));
    case 'transfer': {
      const money = {
        amountMinorUnits: parseMinorUnits(text('amountMinorUnits')) ?? 0,
        reference: text('reference'),
      };
      return outcomeIn(request(desk.recordBankTransfer, { ...deed, type, date, ...money }));
    }
    case 'category': {
      const category = MEMBER_CATEGORIES.find((each) => each === text('category')) ?? 'ordinary';
      return outcomeIn(request(desk.setCategory, { ...deed, category }));
    }
    case 'disable':
      return outcomeIn(request(desk.setState, { ...deed, state: 'disabled' }));
    case 'enable':
      return outcomeIn(request(desk.setState, { ...deed, state: 'active' }));
    case 'add-conference-record': {
      const [name, venue, link] = [text('name'), text('venue'), text('link')];
      return outcomeIn(request(desk.addConferenceRecord, { ...deed, name, venue, date, link }));
    }
    case 'remove-conference-record':
      return outcomeIn(request(desk.removeConferenceRecord, { ...deed, id: act.id }));
  }
}

const outcomeIn = async (reply: Promise<{ data: { outcome: string } }>): Promise<string> =>
  (await reply).data.outcome;
