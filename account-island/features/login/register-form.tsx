import * as z from 'zod/mini';
import { genSalt, Registration, register } from '#contract/auth';
import { COUNTRIES } from '#shared/countries';
import { EDUCATIONS, TITLES } from '#shared/person-choices';
import { request } from '../../api/client.ts';
import { ApiError } from '../../api/http.ts';
import { hashPassword } from '../../api/password.ts';
import { SubmitButton } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { ResultNotice } from '../../components/notice.tsx';
import { NewPasswordFields } from '../../components/password-fields.tsx';
import { RadioGroup, Select } from '../../components/select.tsx';
import { issueErrors } from '../../hooks/form-errors.ts';
import { useForm } from '../../hooks/use-form.ts';
import { messages, waitMessage } from '../../text/account.ts';
import { GENDER_TEXTS } from '../../text/choices.ts';
import { type FormResult, withReference } from '../../text/errors.ts';
import { todayInHongKong } from '../../text/today.ts';
import { FormLink } from './form-link.tsx';

export function RegisterForm({ onRegistered }: { onRegistered: (username: string) => void }) {
  const { form, field, notice, button } = useForm({
    labels: LABELS,
    submit: async (element) => {
      const result = await sendRegistration(element);
      if (typeof result !== 'string') return result;
      onRegistered(result);
      return undefined;
    },
    failed: registrationOutcome,
  });

  return (
    <form className="form form--two-columns" {...form}>
      <h2 className="form__heading">Account</h2>
      <TextField {...field('userName')} autoComplete="username" autoCapitalize="none" required />
      <TextField {...field('email')} type="email" autoComplete="email" required />
      <NewPasswordFields of={field} columns={2} />

      <h2 className="form__heading">Person</h2>
      <TextField {...field('firstName')} autoComplete="given-name" required />
      <TextField {...field('lastName')} autoComplete="family-name" required />
      <Select {...field('title')} options={TITLES} required />
      <RadioGroup {...field('gender')} options={GENDER_TEXTS} required />
      <TextField {...field('dob')} type="date" autoComplete="bday" max={todayInHongKong()} />
      <TextField {...field('phone')} type="tel" autoComplete="tel" />

      <h2 className="form__heading">Work and study</h2>
      <TextField {...field('affiliation')} autoComplete="organization" required />
      <Select {...field('country')} options={COUNTRIES} autoComplete="country-name" required />
      <Select {...field('education')} options={EDUCATIONS} />
      <TextField {...field('yearOfDegree')} type="number" min="0" max="9999" inputMode="numeric" required />
      <TextField {...field('address')} wide autoComplete="street-address" />

      <ResultNotice notice={notice} />
      <div className="form__actions">
        <SubmitButton label="Submit" busyLabel="Processing..." {...button} />
        <FormLink form="login" className="form__link">
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
async function sendRegistration(form: HTMLFormElement): Promise<string | FormResult<RegistrationField>> {
  const entries = Object.fromEntries(new FormData(form));
  const { password, confirmation, yearOfDegree } = entries;
  if (password !== confirmation) {
    return { fieldErrors: new Map([['confirmation', messages.passwordsDiffer]]) };
  }
  const answers = Answers.safeParse({ ...entries, yearOfDegree: Number(yearOfDegree) });
  if (!answers.success) {
    const issues = answers.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
    return { fieldErrors: issueErrors(issues, LABELS) };
  }
  const { userName } = answers.data;
  const { salt } = await request(genSalt, { username: userName });
  await request(register, { ...answers.data, salt, password: await hashPassword(String(password), salt) });
  return userName;
}

/** What a failed registration says, and where: account area, section 8. */
export function registrationOutcome(error: unknown): FormResult<RegistrationField> {
  const note = (text: string) => ({ tone: 'err', text }) as const;
  const status = error instanceof ApiError ? error.status : undefined;
  if (!(error instanceof ApiError) || status === undefined || status >= 500) {
    return { notice: note(withReference(messages.registrationBroken, error)) };
  }
  const { issues = [], retryAfterSeconds } = error.body ?? {};
  if (error.is('username-taken')) return { fieldErrors: new Map([['userName', messages.usernameTaken]]) };
  if (error.is('email-taken')) return { fieldErrors: new Map([['email', messages.emailTaken]]) };
  if (status === 429) return { notice: note(waitMessage(retryAfterSeconds)) };
  return { notice: note(messages.registrationRefused), fieldErrors: issueErrors(issues, LABELS) };
}
