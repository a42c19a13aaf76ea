import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { changeMember, getMember, type MemberDetails, MemberEdit } from '#contract/admin-members';
import type { RequestOf } from '#contract/endpoint';
import { MEMBER_CATEGORIES, MEMBERSHIP_TYPES } from '#shared/choices';
import { request } from '../../api/client.ts';
import { ApiError } from '../../api/http.ts';
import {
  type MemberActionKind,
  memberActions,
  memberChanged,
  adminMessages as texts,
} from '../../text/admin-members.ts';
import { type FieldErrors, issueErrors } from '../../text/errors.ts';
import { profileLabels } from '../../text/profile.ts';
import { ADMIN_DATA } from '../../ui/use-member.ts';
import { memberChanges, profileOf } from './member-changes.ts';

const { username: _, ...editLabels } = profileLabels;
const isEditField = (name: string): name is keyof typeof editLabels => Object.hasOwn(editLabels, name);

/** Under the names of the server's issues. */
export const LABELS = {
  type: 'Type',
  startDate: 'Start date',
  endDate: 'End date',
  date: 'Date',
  cause: 'What happened',
  category: 'Category',
  name: 'Conference',
  venue: 'Venue',
  link: 'Link',
  ...editLabels,
};
type MemberActionField = keyof typeof LABELS | 'reason';
type FieldText = (name: MemberActionField) => string;

type Term = MemberDetails['terms'][number];
type Member = MemberDetails['member'];
export type Payment = MemberDetails['payments'][number];

/** These have dialogs of their own. */
export type AnyMemberAction = MemberAction | { kind: 'transfer'; payment?: Payment } | { kind: 'delete' };

/** An administrator's action on a member, before it is sent. */
export type MemberAction =
  | {
      kind: Exclude<
        MemberActionKind,
        'transfer' | 'delete' | 'correct' | 'void' | 'void-transfer' | 'remove-conference-record'
      >;
    }
  | { kind: 'correct' | 'void'; term: Term }
  | { kind: 'void-transfer'; payment: Payment }
  | { kind: 'remove-conference-record'; id: string; name: string };

export const memberQuery = (uid: string) =>
  queryOptions({
    queryKey: [...ADMIN_DATA, 'member', uid],
    queryFn: async () => (await request(getMember, { uid })).data,
  });

/**
 * Runs a change of a member. If somebody else was faster, the screen reads the member again, so that another try is about
 * what it shows then, and the error names what they have changed.
 */
export function useMemberChange(uid: string, advice: string = texts.checkEntries) {
  const client = useQueryClient();
  return async <Result>(
    change: () => Promise<Result>,
    onReadAgain?: (member: Member) => void,
  ): Promise<Result> => {
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof ApiError && error.is('member-conflict'))) throw error;
      const query = memberQuery(uid);
      const before = client.getQueryData(query.queryKey);
      const now = await client.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined);
      if (!before || !now) throw error;
      onReadAgain?.(now.member);
      const message = memberChanged(memberChanges(before, now), advice);
      const body = { error: 'member-conflict', message } as const;
      throw new ApiError(error.endpoint, { kind: 'rejected', status: 409, body }, { cause: error });
    }
  };
}

/** Changes the member in the version that was shown, once for an attempt, and resolves to the sentence about it. */
export async function sendMemberAction(
  action: MemberAction,
  member: Member,
  text: FieldText,
  attempt: string,
): Promise<string> {
  const { outcome } = (await request(changeMember, { ...toInput(action, member, text), attempt })).data;
  return outcome === 'unchanged' ? texts.nothingChanged : memberActions[action.kind].done;
}

/** The fields of the profile that the form changes. */
export function editedFields(member: Member, text: FieldText): Readonly<Record<string, string>> {
  const profile = profileOf(member);
  const changed = Object.keys(editLabels)
    .filter(isEditField)
    // Forms send line breaks as CR LF.
    .map((name) => [name, text(name).replaceAll('\r\n', '\n')] as const)
    .filter(([name, value]) => value !== profile[name]);
  return Object.fromEntries(changed);
}

function readEdit(member: Member, text: FieldText) {
  const { dob, yearOfDegree, ...same } = editedFields(member, text);
  return MemberEdit.safeParse({
    ...same,
    ...(dob !== undefined && { birth: dob }),
    ...(yearOfDegree !== undefined && { yearOfDegree: Number(yearOfDegree) }),
  });
}

/** The errors of a changed profile that the browser does not find. */
export function editErrors(member: Member, text: FieldText): FieldErrors<string> {
  const { error } = readEdit(member, text);
  // The contract calls the date of birth `birth` in an update.
  const issues = (error?.issues ?? []).map(({ path: [name], message }) => ({
    path: name === 'birth' ? 'dob' : String(name),
    message,
  }));
  return issueErrors(issues, editLabels);
}

function toInput(action: MemberAction, member: Member, text: FieldText): RequestOf<typeof changeMember> {
  const { uid, version } = member;
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
    case 'edit':
      return { action: 'edit', ...target, ...readEdit(member, text).data };
    case 'verify-email':
      return { action: 'verify-email', ...target };
    case 'invite':
      return { action: 'invite', ...target };
    case 'void-transfer':
      return {
        action: 'void-bank-transfer',
        ...target,
        paymentId: action.payment.paymentId,
        isSentBack: text('cause') === 'sent-back',
      };
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
