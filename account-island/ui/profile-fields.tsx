import { Fragment, type ReactNode } from 'react';
import { COUNTRIES } from '#shared/countries';
import { FIRST_BIRTHDAY } from '#shared/fields';
import { EDUCATIONS, TITLES } from '#shared/person-choices';
import { todayInHongKong } from '../text/format.ts';
import { GENDER_TEXTS, type ProfileField } from '../text/profile.ts';
import { RadioGroup, Select, TextArea, TextField, WHOLE_NUMBER } from './field.tsx';

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
  /** Folds what an administrator rarely knows, under this title. */
  foldTitle?: string;
}

/** Not folded. */
const USUAL: readonly string[] = ['firstName', 'lastName', 'email', 'affiliation', 'country'];

/** The fields of a profile after the username, for the member and for administrators. */
export function ProfileFields({ of, country, isOwn = false, emailHint, foldTitle }: Props) {
  const today = todayInHongKong();
  // Members are asked for these; administrators may leave them out.
  const isRequested = isOwn ? { optional: false } : {};
  const complete = (autoComplete: string) => ({ autoComplete: isOwn ? autoComplete : 'off' });
  const fields: Readonly<Record<string, ReactNode>> = {
    title: <Select {...of('title')} {...isRequested} options={TITLES} {...complete('honorific-prefix')} />,
    firstName: <TextField {...of('firstName')} {...complete('given-name')} required />,
    lastName: <TextField {...of('lastName')} {...complete('family-name')} required />,
    gender: <RadioGroup {...of('gender')} {...isRequested} options={GENDER_TEXTS} />,
    dob: <TextField {...of('dob')} type="date" {...complete('bday')} min={FIRST_BIRTHDAY} max={today} />,
    email: <TextField {...of('email')} type="email" {...complete('email')} required hint={emailHint} />,
    phone: <TextField {...of('phone')} type="tel" {...complete('tel')} />,
    affiliation: <TextField {...of('affiliation')} {...isRequested} {...complete('organization')} />,
    country: (
      <Select
        {...of('country')}
        {...isRequested}
        options={withOwn(COUNTRIES, country)}
        {...complete('country-name')}
      />
    ),
    education: <Select {...of('education')} options={EDUCATIONS} />,
    yearOfDegree: (
      <TextField {...of('yearOfDegree')} pattern={WHOLE_NUMBER} inputMode="numeric" required={isOwn} />
    ),
    homepage: <TextField {...of('homepage')} wide type="url" {...complete('url')} placeholder="https://" />,
    address: <TextField {...of('address')} wide {...complete('street-address')} />,
    description: <TextArea {...of('description')} />,
  };
  const draw = (isDrawn: (name: string) => boolean) =>
    Object.keys(fields)
      .filter(isDrawn)
      .map((name) => <Fragment key={name}>{fields[name]}</Fragment>);
  if (foldTitle === undefined) return draw(() => true);
  return (
    <>
      {draw((name) => USUAL.includes(name))}
      <details className="disclosure form__wide">
        <summary>{foldTitle}</summary>
        <div className="form form--two-columns">{draw((name) => !USUAL.includes(name))}</div>
      </details>
    </>
  );
}

/** Keeps a stored choice that is no longer in the list. */
const withOwn = (options: readonly string[], own: string): readonly string[] =>
  own === '' || options.includes(own) ? options : [own, ...options];
