import { ProfileUpdate, updateUserInfo } from '#contract/profile';
import type { Profile } from '#contract/user';
import { COUNTRIES } from '#shared/countries';
import { EDUCATIONS, TITLES } from '#shared/person-choices';
import { request } from '../../api/client.ts';
import { ApiError } from '../../api/http.ts';
import { readToken } from '../../api/token.ts';
import { TextArea, TextField } from '../../components/field.tsx';
import { RadioGroup, Select } from '../../components/select.tsx';
import { issueErrors } from '../../hooks/form-errors.ts';
import { messages } from '../../text/account.ts';
import { GENDER_TEXTS } from '../../text/choices.ts';
import { type FormResult, sentenceOf, withReference } from '../../text/errors.ts';
import { profileMessages } from '../../text/profile.ts';
import { todayInHongKong } from '../../text/today.ts';

interface Props {
  member: Profile;
  field: (name: ProfileField) => { name: string; label: string; error: string | undefined };
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
      <TextField
        {...of('username')}
        autoComplete="username"
        autoCapitalize="none"
        required
        hint={profileMessages.identityHint}
      />
      <Select {...of('title')} {...wished} options={TITLES} autoComplete="honorific-prefix" />
      <TextField {...of('firstName')} autoComplete="given-name" required />
      <TextField {...of('lastName')} autoComplete="family-name" required />
      <RadioGroup {...of('gender')} options={GENDER_TEXTS} />
      <TextField {...of('dob')} type="date" autoComplete="bday" max={todayInHongKong()} />
      <TextField
        {...of('email')}
        type="email"
        autoComplete="email"
        required
        hint={profileMessages.addressHint}
      />
      <TextField {...of('phone')} type="tel" autoComplete="tel" />
      <TextField {...of('affiliation')} {...wished} autoComplete="organization" />
      <Select
        {...of('country')}
        {...wished}
        options={withOwn(COUNTRIES, member.country)}
        autoComplete="country-name"
      />
      <Select {...of('education')} options={EDUCATIONS} />
      <TextField {...of('yearOfDegree')} type="number" min="0" max="9999" inputMode="numeric" required />
      <TextField {...of('homepage')} wide type="url" autoComplete="url" placeholder="https://" />
      <TextField {...of('address')} wide autoComplete="street-address" />
      <TextArea {...of('description')} />
      <TextField
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

type Saved = { saved: Profile } | { outcome: FormResult<ProfileField> };

/** Saves what the form holds; resolves to the profile as the server has it now, or else to what is wrong. */
export async function saveProfile(form: HTMLFormElement): Promise<Saved> {
  if (readToken() === null) return { outcome: failed(messages.noToken) };
  const { dob, yearOfDegree, ...entries } = Object.fromEntries(new FormData(form));
  const update = ProfileUpdate.safeParse({ ...entries, birth: dob, yearOfDegree: Number(yearOfDegree) });
  if (!update.success) {
    const issues = update.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
    return { outcome: { fieldErrors: issueErrors(issues, LABELS) } };
  }
  const { code, error, msg, data } = await request(updateUserInfo, update.data);
  return code === 1 && data ? { saved: data } : { outcome: refusedOutcome(error, msg) };
}

const failed = (message: string): FormResult<ProfileField> => ({
  notice: { tone: 'err', text: `${profileMessages.updateFailed}: ${message}` },
});

/** A rule that the member can mend: by its field where it has one. */
export function refusedOutcome(error: string | undefined, msg: string): FormResult<ProfileField> {
  const text = `${profileMessages.updateFailed}: ${msg}`;
  if (error === 'username-taken') return { fieldErrors: new Map([['username', text]]) };
  if (error === 'email-taken') return { fieldErrors: new Map([['email', text]]) };
  return failed(msg || profileMessages.updateFailed);
}

/** What a failed save says, and where: account area, section 8. */
export function saveOutcome(error: unknown): FormResult<ProfileField> {
  const { status, body: refusal } = error instanceof ApiError ? error : {};
  const fieldErrors = issueErrors(refusal?.issues ?? [], LABELS);
  if (fieldErrors.size > 0) return { fieldErrors };
  const serverSays = status === 429 ? undefined : refusal?.message;
  return failed(
    serverSays === undefined
      ? sentenceOf(error, profileMessages.updateFailed)
      : withReference(serverSays, error),
  );
}
