import { changeMember, type MemberDetails } from '#contract/admin-members';
import type { RequestOf } from '#contract/endpoint';
import { MEMBER_CATEGORIES, MEMBERSHIP_TYPES } from '#shared/choices';
import { request } from '../../api/client.ts';
import { type MemberActionKind, memberActions } from '../../text/admin-members.ts';

/** Under the names of the server's issues. */
export const LABELS = {
  type: 'Type',
  startDate: 'Start date',
  endDate: 'End date',
  date: 'Date',
  category: 'Category',
  name: 'Conference',
  venue: 'Venue',
  link: 'Link',
};
type MemberActionField = keyof typeof LABELS | 'reason';
type FieldText = (name: MemberActionField) => string;

type Term = MemberDetails['terms'][number];
type Member = MemberDetails['member'];

/** A bank transfer has a dialog of its own. */
export type AnyMemberAction = MemberAction | { kind: 'transfer' };

/** An administrator's action on a member, before it is sent. */
export type MemberAction =
  | { kind: Exclude<MemberActionKind, 'transfer' | 'correct' | 'void' | 'remove-conference-record'> }
  | { kind: 'correct' | 'void'; term: Term }
  | { kind: 'remove-conference-record'; id: string; name: string };

/** Changes the member in the version that was shown, and resolves to the sentence about it. */
export async function sendMemberAction(
  action: MemberAction,
  member: Member,
  text: FieldText,
): Promise<string> {
  await request(changeMember, toInput(action, member, text));
  return memberActions[action.kind].done;
}

function toInput(
  action: MemberAction,
  { uid, version }: Member,
  text: FieldText,
): RequestOf<typeof changeMember> {
  const target = { uid, version, reason: text('reason') };
  const type = MEMBERSHIP_TYPES.find((each) => each === text('type')) ?? 'professional';
  const period = { type, startDate: text('startDate'), endDate: text('endDate') };
  const date = text('date');
  switch (action.kind) {
    case 'grant':
      return { action: 'grant-term', ...target, ...period };
    case 'correct':
      return { action: 'correct-term', ...target, ...period, term: action.term.reference };
    case 'void':
      return { action: 'void-term', ...target, term: action.term.reference };
    case 'category': {
      const category = MEMBER_CATEGORIES.find((each) => each === text('category')) ?? 'ordinary';
      return { action: 'set-category', ...target, category };
    }
    case 'disable':
      return { action: 'set-state', ...target, state: 'disabled' };
    case 'enable':
      return { action: 'set-state', ...target, state: 'active' };
    case 'add-conference-record': {
      const [name, venue, link] = [text('name'), text('venue'), text('link')];
      return { action: 'add-conference-record', ...target, name, venue, date, link };
    }
    case 'remove-conference-record':
      return { action: 'remove-conference-record', ...target, id: action.id };
  }
}
