import type { Profile } from '#contract/user';
import { EDUCATIONS, TITLES } from '#contract/values';
import { Field, LongField } from '../../components/field.tsx';
import { Choice, Pick } from '../../components/select.tsx';
import { GENDER_TEXTS } from '../../text/choices.ts';
import { COUNTRIES } from '../../text/countries.ts';
import { profileMessages } from '../../text/profile.ts';
import { today } from '../../text/today.ts';
import { LABELS, type ProfileField } from './save-profile.ts';

interface Props {
  member: Profile;
  fault: (field: ProfileField) => string | undefined;
}

/**
 * The profile as written. What the association wishes for but does not insist on may be left empty; it is then asked
 * for by the banner.
 */
export function ProfileFields({ member, fault }: Props) {
  const of = (name: ProfileField) => ({
    name,
    label: LABELS[name],
    fault: fault(name),
    defaultValue: String(member[name]),
  });
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
