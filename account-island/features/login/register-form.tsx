import * as z from 'zod/mini';
import { genSalt, Registration, register } from '#contract/auth';
import { EDUCATIONS, TITLES } from '#contract/values';
import { call } from '../../api/client.ts';
import { CallFailed } from '../../api/http.ts';
import { passwordOnWire } from '../../api/password.ts';
import { SubmitButton } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { SaidNote } from '../../components/notice.tsx';
import { NewPassword } from '../../components/password-fields.tsx';
import { Choice, Pick } from '../../components/select.tsx';
import { issueFaults, platformFaults } from '../../hooks/form-errors.ts';
import { useSubmission } from '../../hooks/use-form.ts';
import { messages, waitMessage } from '../../text/account.ts';
import { GENDER_TEXTS } from '../../text/choices.ts';
import { COUNTRIES } from '../../text/countries.ts';
import { type Outcome, withReference } from '../../text/errors.ts';
import { today } from '../../text/today.ts';
import { FormLink } from './form-link.tsx';

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

/** The fields that a person fills in: account area, section 3. */
const LABELS = {
  userName: 'Username',
  email: 'E-mail',
  password: 'Password',
  confirmation: 'Confirm password',
  firstName: 'First name',
  lastName: 'Last name',
  title: 'Title',
  gender: 'Gender',
  dob: 'Date of birth',
  phone: 'Phone',
  affiliation: 'Affiliation',
  country: 'Country',
  education: 'Education',
  yearOfDegree: 'Year of degree',
  address: 'Address',
};
type RegistrationField = keyof typeof LABELS;

const Answers = z.omit(Registration, { password: true, salt: true });

/** Registers who filled in the form, and resolves to the username; or else to what is wrong. */
async function sendRegistration(form: HTMLFormElement): Promise<string | Outcome<RegistrationField>> {
  const faults = platformFaults(form, LABELS);
  if (faults.size > 0) return { faults };

  const entries = Object.fromEntries(new FormData(form));
  const { password, confirmation, yearOfDegree } = entries;
  if (password !== confirmation) {
    return { faults: new Map([['confirmation', messages.passwordsDiffer]]) };
  }
  const answers = Answers.safeParse({ ...entries, yearOfDegree: Number(yearOfDegree) });
  if (!answers.success) {
    const issues = answers.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
    return { faults: issueFaults(issues, LABELS) };
  }
  try {
    const { userName } = answers.data;
    const { salt } = await call(genSalt, { username: userName });
    await call(register, { ...answers.data, salt, password: await passwordOnWire(String(password), salt) });
    return userName;
  } catch (error) {
    return registrationOutcome(error);
  }
}

/** What a failed registration says, and where: account area, section 8. */
export function registrationOutcome(error: unknown): Outcome<RegistrationField> {
  const note = (text: string) => ({ tone: 'err', text }) as const;
  const status = error instanceof CallFailed ? error.status : undefined;
  if (!(error instanceof CallFailed) || status === undefined || status >= 500) {
    return { note: note(withReference(messages.registrationBroken, error)) };
  }
  const { issues = [], retryAfterSeconds } = error.refusal ?? {};
  if (error.is('username-taken')) return { faults: new Map([['userName', messages.usernameTaken]]) };
  if (error.is('email-taken')) return { faults: new Map([['email', messages.emailTaken]]) };
  if (status === 429) return { note: note(waitMessage(retryAfterSeconds)) };
  return { note: note(messages.registrationRefused), faults: issueFaults(issues, LABELS) };
}
