import type { MemberDetails } from '#contract/admin-members';
import { formatLongDate } from '#shared/hong-kong';
import { categories, changedRecords, changedValue, states } from '../../text/admin-members.ts';
import { GENDER_TEXTS, type ProfileField, profileLabels } from '../../text/profile.ts';

type Member = MemberDetails['member'];

/** The fields of the profile as the form has them. */
export const profileOf = (member: Member): Record<ProfileField, string> => ({
  ...member,
  yearOfDegree: String(member.yearOfDegree || ''),
  dob: member.dateOfBirth,
});

const genders: Readonly<Record<string, string>> = GENDER_TEXTS;
const isProfileField = (name: string): name is ProfileField => Object.hasOwn(profileLabels, name);

/** What the page shows of a member, by label. */
function valuesOf(member: Member): [label: string, value: string][] {
  const profile = {
    ...profileOf(member),
    gender: genders[member.gender] ?? member.gender,
    dob: member.dateOfBirth && formatLongDate(member.dateOfBirth),
    email: `${member.email} (${member.emailVerified ? 'verified' : 'not verified'})`,
  };
  const fields = Object.keys(profileLabels).filter(isProfileField);
  return [
    ...fields.map((name): [string, string] => [profileLabels[name], profile[name]]),
    ['Category', categories[member.category]],
    ['Account', states[member.state]],
  ];
}

/** What has changed between two readings of a member, as sentences. */
export function memberChanges(before: MemberDetails, now: MemberDetails): string[] {
  const valuesBefore = new Map(valuesOf(before.member));
  const values = valuesOf(now.member).filter(([label, value]) => valuesBefore.get(label) !== value);
  const records = (['terms', 'payments', 'conferences'] as const).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]),
  );
  return [...values.map(changedValue), ...records.map((name) => changedRecords[name])];
}
