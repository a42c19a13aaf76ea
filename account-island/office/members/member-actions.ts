import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { getMember, type MemberDetails } from '#contract/admin-members';
import { personName } from '#shared/person-name';
import { request } from '../../api/client.ts';
import { ApiError } from '../../api/http.ts';
import {
  categories,
  type MemberActionKind,
  adminMessages as texts,
  types,
} from '../../text/admin-members.ts';
import { note } from '../../text/errors.ts';
import { type ProfileField, profileLabels } from '../../text/profile.ts';
import type { FieldText, FormField } from '../../ui/action-dialog.tsx';
import { ADMIN_DATA } from '../../ui/use-member.ts';

export type Member = MemberDetails['member'];
export type Payment = MemberDetails['payments'][number];

/** An administrator's action on a member, before its dialog. */
export interface MemberAction {
  kind: MemberActionKind;
  /** The record that it concerns, for the dialog. */
  about?: string;
  /** Sent under their names. */
  fields?: readonly FormField[];
  /** What is sent besides. */
  read?: (text: FieldText) => object;
  /** The bank transfer to correct. */
  payment?: Payment;
}

export const categoryField = (value?: string): FormField => ({
  name: 'category',
  label: 'Category',
  options: categories,
  value,
});

export const termFields = (
  term: { type: string; startDate?: string; endDate?: string } = { type: 'professional' },
): FormField[] => [
  { name: 'type', label: 'Type', options: types, value: term.type },
  { name: 'startDate', label: 'Start date', type: 'date', value: term.startDate },
  { name: 'endDate', label: 'End date', type: 'date', value: term.endDate, hint: texts.endDateHint },
];

export const conferenceFields: readonly FormField[] = [
  { name: 'name', label: 'Conference', isWide: true },
  { name: 'venue', label: 'Venue', isOptional: true },
  { name: 'date', label: 'Date', isOptional: true },
  { name: 'link', label: 'Link', type: 'url', isOptional: true, isWide: true },
];

/** The member, and the record that an action concerns. */
export const subjectOf = (member: Pick<Member, 'firstName' | 'lastName' | 'username'>, about?: string) =>
  [`${personName(member)} (${member.username})`, about].filter(Boolean).join(' · ');

export const memberQuery = (uid: string) =>
  queryOptions({
    queryKey: [...ADMIN_DATA, 'member', uid],
    queryFn: async () => (await request(getMember, { uid })).data,
  });

/**
 * Runs a change of a member. If somebody else was faster, the screen reads the member again before the error is shown, and
 * `onReadAgain` has what it says now.
 */
export function useMemberChange(uid: string) {
  const client = useQueryClient();
  return async <Result>(
    change: () => Promise<Result>,
    onReadAgain?: (member: Member) => void,
  ): Promise<Result> => {
    try {
      return await change();
    } catch (error) {
      if (error instanceof ApiError && error.is('member-conflict')) {
        const now = await client.fetchQuery({ ...memberQuery(uid), staleTime: 0 }).catch(() => undefined);
        if (now) onReadAgain?.(now.member);
      }
      throw error;
    }
  };
}

export const memberErrors = { 'member-conflict': note(texts.memberChanged) };

/** The contract calls the date of birth `birth` where a profile is sent. */
export const wireName = (name: ProfileField): string => (name === 'dob' ? 'birth' : name);

const { username: _, dob, ...sameNames } = profileLabels;
/** The labels of the fields that administrators edit, by their names in the contract. */
export const PROFILE_LABELS: Readonly<Record<string, string>> = { ...sameNames, birth: dob };

/** The texts of a member, those of the profile under the same names. */
export const profileOf = ({
  yearOfDegree,
  dateOfBirth,
  emailVerified: _verified,
  hasPassword: _password,
  version: _version,
  ...profile
}: Member): Readonly<Record<string, string>> => ({
  ...profile,
  yearOfDegree: String(yearOfDegree || ''),
  birth: dateOfBirth,
});

/** The fields of a form whose texts differ from those before. */
export const changedTexts = (
  text: FieldText,
  before: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.keys(PROFILE_LABELS)
      .map((name) => [name, text(name)] as const)
      .filter(([name, value]) => value !== before[name]),
  );

/** A profile's texts as they are sent. */
export const profileInput = ({ yearOfDegree, ...same }: Readonly<Record<string, string>>): object => ({
  ...same,
  ...(yearOfDegree !== undefined && { yearOfDegree: Number(yearOfDegree) }),
});
