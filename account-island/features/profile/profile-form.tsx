import { ProfileUpdate, updateUserInfo } from '#contract/profile';
import type { Profile } from '#contract/user';
import { COUNTRIES } from '#shared/countries';
import { EDUCATIONS, TITLES } from '#shared/person-choices';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/http.ts';
import { readToken } from '../../api/token.ts';
import { Field, LongField } from '../../components/field.tsx';
import { Choice, Pick } from '../../components/select.tsx';
import { issueErrors } from '../../hooks/form-errors.ts';
import { messages } from '../../text/account.ts';
import { GENDER_TEXTS } from '../../text/choices.ts';
import { type Outcome, sentenceOf, withReference } from '../../text/errors.ts';
import { profileMessages } from '../../text/profile.ts';
import { today } from '../../text/today.ts';

interface Props {
  member: Profile;
  field: (name: ProfileField) => { name: string; label: string; fault: string | undefined };
}

/**
 * The profile as written. What the association wishes for but does not insist on may be left empty; it is then asked
 * for by the banner.
 */
export function ProfileForm({ member, field }: Props) {
  const of = (name: ProfileField) => ({ ...field(name), defaultValue: String(member[name]) });
  const wished = { optional: false } as const;
  return (
    <>
      <Field
        {...of('username')}
        autoComplete="username"
        autoCapitalize="none"
        required
        hint={profileMessages.identityHint}
      />
      <Choice {...of('title')} {...wished} options={TITLES} autoComplete="honorific-prefix" />
      <Field {...of('firstName')} autoComplete="given-name" required />
      <Field {...of('lastName')} autoComplete="family-name" required />
      <Pick {...of('gender')} options={GENDER_TEXTS} />
      <Field {...of('dob')} type="date" autoComplete="bday" max={today()} />
      <Field {...of('email')} type="email" autoComplete="email" required hint={profileMessages.addressHint} />
      <Field {...of('phone')} type="tel" autoComplete="tel" />
      <Field {...of('affiliation')} {...wished} autoComplete="organization" />
      <Choice
        {...of('country')}
        {...wished}
        options={withOwn(COUNTRIES, member.country)}
        autoComplete="country-name"
      />
      <Choice {...of('education')} options={EDUCATIONS} />
      <Field {...of('yearOfDegree')} type="number" min="0" max="9999" inputMode="numeric" required />
      <Field {...of('homepage')} wide type="url" autoComplete="url" placeholder="https://" />
      <Field {...of('address')} wide autoComplete="street-address" />
      <LongField {...of('description')} />
      <Field
        label="Membership ID"
        name="uid"
        defaultValue={member.uid}
        readOnly
        required
        hint={profileMessages.uidHint}
      />
    </>
  );
}

/** A choice that was made before the list was this one stays. */
const withOwn = (options: readonly string[], own: string): readonly string[] =>
  own === '' || options.includes(own) ? options : [own, ...options];

/** The fields of the form, in its order. */
export const LABELS = {
  username: 'Username',
  title: 'Title',
  firstName: 'First name',
  lastName: 'Last name',
  gender: 'Gender',
  dob: 'Date of birth',
  email: 'E-mail',
  phone: 'Phone',
  affiliation: 'Affiliation',
  country: 'Country',
  education: 'Education',
  yearOfDegree: 'Year of degree',
  homepage: 'Personal homepage',
  address: 'Address',
  description: 'Self description',
};
export type ProfileField = keyof typeof LABELS;

type Saved = { saved: Profile } | { outcome: Outcome<ProfileField> };

/** Saves what the form holds; resolves to the profile as the server has it now, or else to what is wrong. */
export async function saveProfile(form: HTMLFormElement): Promise<Saved> {
  if (readToken() === null) return { outcome: failed(messages.noToken) };
  const { dob, yearOfDegree, ...entries } = Object.fromEntries(new FormData(form));
  const update = ProfileUpdate.safeParse({ ...entries, birth: dob, yearOfDegree: Number(yearOfDegree) });
  if (!update.success) {
    const issues = update.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
    return { outcome: { faults: issueErrors(issues, LABELS) } };
  }
  const { code, error, msg, data } = await call(updateUserInfo, update.data);
  return code === 1 && data ? { saved: data } : { outcome: refusedOutcome(error, msg) };
}

const failed = (message: string): Outcome<ProfileField> => ({
  note: { tone: 'err', text: `${profileMessages.updateFailed}: ${message}` },
});

/** A rule that the member can mend: by its field where it has one. */
export function refusedOutcome(error: string | undefined, msg: string): Outcome<ProfileField> {
  const text = `${profileMessages.updateFailed}: ${msg}`;
  if (error === 'username-taken') return { faults: new Map([['username', text]]) };
  if (error === 'email-taken') return { faults: new Map([['email', text]]) };
  return failed(msg || profileMessages.updateFailed);
}

/** What a failed save says, and where: account area, section 8. */
export function saveOutcome(error: unknown): Outcome<ProfileField> {
  const { status, refusal } = error instanceof ApiError ? error : {};
  const faults = issueErrors(refusal?.issues ?? [], LABELS);
  if (faults.size > 0) return { faults };
  const serverSays = status === 429 ? undefined : refusal?.message;
  return failed(
    serverSays === undefined
      ? sentenceOf(error, profileMessages.updateFailed)
      : withReference(serverSays, error),
  );
}
