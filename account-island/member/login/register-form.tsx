import { useState } from 'react';
import * as z from 'zod/mini';
import { genSalt, Registration, register } from '#contract/auth';
import { COUNTRIES } from '#shared/countries';
import { FIRST_BIRTHDAY } from '#shared/fields';
import { hashPassword } from '#shared/password-hash';
import { EDUCATIONS, TITLES } from '#shared/person-choices';
import { request } from '../../api/client.ts';
import { messages } from '../../text/account.ts';
import { type FieldErrors, issueErrors } from '../../text/errors.ts';
import { todayInHongKong } from '../../text/format.ts';
import { GENDER_TEXTS } from '../../text/profile.ts';
import {
  type RegisterField,
  registerErrors,
  registerLabels,
  registerMessages as texts,
} from '../../text/register.ts';
import { SubmitButton } from '../../ui/button.tsx';
import { RadioGroup, Select, TextField, WHOLE_NUMBER } from '../../ui/field.tsx';
import { ResultNotice } from '../../ui/notice.tsx';
import { NewPasswordFields } from '../../ui/password-fields.tsx';
import { useForm, validityErrors } from '../../ui/use-form.ts';
import { useLeaveWarning } from '../../ui/use-leave-warning.ts';
import { BackToLogin } from './form-link.tsx';
import type { Arrival } from './login-form.tsx';

interface Props {
  /** The day of the build, YYYY-MM-DD. */
  builtOn: string;
  onRegistered: (arrival: Arrival) => void;
}

export default function RegisterForm({ builtOn, onRegistered }: Props) {
  // One for the life of the form, so that a repeat after a lost reply is recognised.
  const [attempt] = useState<Attempt>(() => ({ registrationId: crypto.randomUUID() }));
  const [hasTyped, setHasTyped] = useState(false);
  const today = [builtOn, todayInHongKong()].toSorted().at(-1);
  useLeaveWarning(hasTyped);
  const { form, field, notice, button } = useForm({
    labels: registerLabels,
    check: (element) => registrationErrors(readEntries(element), validityErrors(element, registerLabels)),
    submit: async (_, element) => {
      const { userName, email } = await sendRegistration(readEntries(element), attempt);
      onRegistered({ text: texts.successful, next: texts.codeSentTo(email), username: userName });
      return undefined;
    },
    errors: registerErrors,
    namesFields: true,
  });

  return (
    <form
      className="form form--two-columns form--required"
      {...form}
      onInput={(event) => {
        form.onInput(event);
        setHasTyped(true);
      }}
    >
      <p className="form__wide">
        {texts.next} {texts.required}
      </p>
      <h2 className="form__heading">Account</h2>
      <TextField {...field('userName')} autoComplete="username" autoCapitalize="none" required />
      <TextField {...field('email')} type="email" autoComplete="email" required />
      <NewPasswordFields of={field} columns={2} />

      <h2 className="form__heading">About you</h2>
      <TextField {...field('firstName')} autoComplete="given-name" required />
      <TextField {...field('lastName')} autoComplete="family-name" required />
      <Select {...field('title')} options={TITLES} required />
      <RadioGroup {...field('gender')} options={GENDER_TEXTS} required />
      {/* A clock that is behind must refuse no birthday, so that today is never before the build. */}
      <TextField {...field('dob')} type="date" autoComplete="bday" min={FIRST_BIRTHDAY} max={today} />
      <TextField {...field('phone')} type="tel" autoComplete="tel" />

      <h2 className="form__heading">Work and studies</h2>
      <TextField {...field('affiliation')} autoComplete="organization" required />
      <Select {...field('country')} options={COUNTRIES} autoComplete="country-name" required />
      <Select {...field('education')} options={EDUCATIONS} />
      <TextField
        {...field('yearOfDegree')}
        pattern={WHOLE_NUMBER}
        inputMode="numeric"
        required
        hint={texts.stillStudying}
      />
      <TextField {...field('address')} wide autoComplete="street-address" />

      <ResultNotice notice={notice} />
      <div className="form__actions">
        <SubmitButton label="Submit" busyLabel="Processing..." {...button} />
        <BackToLogin />
      </div>
    </form>
  );
}

interface Attempt {
  registrationId: string;
  salt?: string;
}

const Answers = z.omit(Registration, { password: true, salt: true, registrationId: true });

type Entries = Readonly<Record<string, FormDataEntryValue | number>>;

function readEntries(form: HTMLFormElement): Entries {
  const entries = Object.fromEntries(new FormData(form));
  return { ...entries, yearOfDegree: Number(entries['yearOfDegree']) };
}

/** All errors that can be found without the server; the browser's come first. */
function registrationErrors(
  entries: Entries,
  byBrowser: FieldErrors<RegisterField>,
): FieldErrors<RegisterField> {
  const issues = [...byBrowser].map(([path, message]) => ({ path: String(path), message }));
  if (entries['password'] !== entries['confirmation'])
    issues.push({ path: 'confirmation', message: messages.passwordsDiffer });
  for (const { path, message } of Answers.safeParse(entries).error?.issues ?? [])
    issues.push({ path: path.join('.'), message });
  return issueErrors(issues, registerLabels);
}

/** Registers a member; resolves to the answers. */
async function sendRegistration(entries: Entries, attempt: Attempt): Promise<z.output<typeof Answers>> {
  const answers = Answers.parse(entries);
  attempt.salt ??= (await request(genSalt, { username: answers.userName })).salt;
  const { registrationId, salt } = attempt;
  const password = await hashPassword(String(entries['password']), salt);
  await request(register, { ...answers, registrationId, salt, password });
  return answers;
}
