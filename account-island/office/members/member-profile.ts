import type { MemberDetails } from '#contract/admin-members';
import { type ProfileField, profileLabels } from '../../text/profile.ts';
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
