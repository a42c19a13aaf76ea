import type { MemberDetails } from '#contract/admin-members';
import { formatLongDate } from '#shared/hong-kong';
import { categories, changedRecords, changedValue, states } from '../../text/admin-members.ts';
import { GENDER_TEXTS, type ProfileField, profileLabels } from '../../text/profile.ts';
import type { FieldText } from '../../ui/action-dialog.tsx';

type Member = MemberDetails['member'];

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
  ...texts
}: Member): Readonly<Record<string, string>> => ({
  ...texts,
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

const genders: Readonly<Record<string, string>> = GENDER_TEXTS;

/** What the page shows of a member, by label. */
function valuesOf(member: Member): [label: string, value: string][] {
  const texts: Readonly<Record<string, string>> = {
    ...profileOf(member),
    gender: genders[member.gender] ?? member.gender,
    birth: member.dateOfBirth && formatLongDate(member.dateOfBirth),
    email: `${member.email} (${member.emailVerified ? 'verified' : 'not verified'})`,
  };
  return [
    ...Object.entries({ username: profileLabels.username, ...PROFILE_LABELS }).map(
      ([name, label]): [string, string] => [label, texts[name] ?? ''],
    ),
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
