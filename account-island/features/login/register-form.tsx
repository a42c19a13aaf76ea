import { EDUCATIONS, TITLES } from '#contract/values';
import { SubmitButton } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { SaidNote } from '../../components/notice.tsx';
import { NewPassword } from '../../components/password-fields.tsx';
import { Choice, Pick } from '../../components/select.tsx';
import { useSubmission } from '../../hooks/use-form.ts';
import { GENDER_TEXTS } from '../../text/choices.ts';
import { COUNTRIES } from '../../text/countries.ts';
import { today } from '../../text/today.ts';
import { FormLink } from './form-link.tsx';
import { LABELS, type RegistrationField, sendRegistration } from './registration.ts';

export function RegistrationForm({ onRegistered }: { onRegistered: (username: string) => void }) {
  const { busy, locked, note, fault, form } = useSubmission<RegistrationField>(async (element) => {
    const result = await sendRegistration(element);
    if (typeof result !== 'string') return result;
    onRegistered(result);
    return {};
  });
  const of = (name: RegistrationField) => ({ name, label: LABELS[name], fault: fault(name) });

  return (
    <form className="form form--2" {...form}>
      <h2 className="form__part">Account</h2>
      <Field {...of('userName')} autoComplete="username" autoCapitalize="none" required />
      <Field {...of('email')} type="email" autoComplete="email" required />
      <NewPassword of={of} columns={2} />

      <h2 className="form__part">Person</h2>
      <Field {...of('firstName')} autoComplete="given-name" required />
      <Field {...of('lastName')} autoComplete="family-name" required />
      <Choice {...of('title')} options={TITLES} required />
      <Pick {...of('gender')} options={GENDER_TEXTS} required />
      <Field {...of('dob')} type="date" autoComplete="bday" max={today()} />
      <Field {...of('phone')} type="tel" autoComplete="tel" />

      <h2 className="form__part">Work and study</h2>
      <Field {...of('affiliation')} autoComplete="organization" required />
      <Choice {...of('country')} options={COUNTRIES} autoComplete="country-name" required />
      <Choice {...of('education')} options={EDUCATIONS} />
      <Field {...of('yearOfDegree')} type="number" min="0" max="9999" inputMode="numeric" required />
      <Field {...of('address')} wide autoComplete="street-address" />

      <SaidNote said={note} />
      <div className="form__end">
        <SubmitButton label="Submit" busyLabel="Processing..." busy={busy} locked={locked} />
        <FormLink form="login" className="linklike">
          Back to login
        </FormLink>
      </div>
    </form>
  );
}
