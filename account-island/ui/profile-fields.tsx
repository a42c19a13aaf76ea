import { COUNTRIES } from '#shared/countries';
import { FIRST_BIRTHDAY } from '#shared/fields';
import { EDUCATIONS, TITLES } from '#shared/person-choices';
import { todayInHongKong } from '../text/dates.ts';
import { GENDER_TEXTS, type ProfileField } from '../text/profile.ts';
import { TextArea, TextField, WHOLE_NUMBER } from './field.tsx';
import { RadioGroup, Select } from './select.tsx';

interface Props {
  /** Name, label, error and first value of a field. */
  of: (name: ProfileField) => {
    name: string;
    label: string;
    error: string | undefined;
    defaultValue: string;
  };
  /** The country that is saved, which the list may no longer have. */
  country: string;
  /** Whether browsers may fill in the reader's own data. */
  isOwn?: boolean;
  emailHint: string;
}

/** The fields of a profile after the username, for the member and for administrators. */
export function ProfileFields({ of, country, isOwn = false, emailHint }: Props) {
  const today = todayInHongKong();
  // Members are asked for these; administrators may leave them out.
  const isRequested = isOwn ? { optional: false } : {};
  const complete = (autoComplete: string) => ({ autoComplete: isOwn ? autoComplete : 'off' });
  return (
    <>
      <Select {...of('title')} {...isRequested} options={TITLES} {...complete('honorific-prefix')} />
      <TextField {...of('firstName')} {...complete('given-name')} required />
      <TextField {...of('lastName')} {...complete('family-name')} required />
      <RadioGroup {...of('gender')} {...isRequested} options={GENDER_TEXTS} />
      <TextField {...of('dob')} type="date" {...complete('bday')} min={FIRST_BIRTHDAY} max={today} />
      <TextField {...of('email')} type="email" {...complete('email')} required hint={emailHint} />
      <TextField {...of('phone')} type="tel" {...complete('tel')} />
      <TextField {...of('affiliation')} {...isRequested} {...complete('organization')} />
      <Select
        {...of('country')}
        {...isRequested}
        options={withOwn(COUNTRIES, country)}
        {...complete('country-name')}
      />
      <Select {...of('education')} options={EDUCATIONS} />
      <TextField {...of('yearOfDegree')} pattern={WHOLE_NUMBER} inputMode="numeric" required={isOwn} />
      <TextField {...of('homepage')} wide type="url" {...complete('url')} placeholder="https://" />
      <TextField {...of('address')} wide {...complete('street-address')} />
      <TextArea {...of('description')} />
    </>
  );
}

/** Keeps a stored choice that is no longer in the list. */
const withOwn = (options: readonly string[], own: string): readonly string[] =>
  own === '' || options.includes(own) ? options : [own, ...options];
