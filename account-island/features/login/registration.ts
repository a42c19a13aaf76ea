import * as z from 'zod/mini';
import { genSalt, Registration, register } from '#contract/auth';
import { call } from '../../api/client.ts';
import { CallFailed } from '../../api/http.ts';
import { passwordOnWire } from '../../api/password.ts';
import { issueFaults, platformFaults } from '../../hooks/form-errors.ts';
import type { Outcome } from '../../hooks/use-form.ts';
import { messages, waitMessage } from '../../text/account.ts';
import { withReference } from '../../text/with-reference.ts';

/** The fields that a person fills in: account area, section 3. */
export const LABELS = {
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
export type RegistrationField = keyof typeof LABELS;

const Answers = z.omit(Registration, { password: true, salt: true });

/** Registers who filled in the form, and resolves to the username; or else to what is wrong. */
export async function sendRegistration(form: HTMLFormElement): Promise<string | Outcome<RegistrationField>> {
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
  const { type, issues = [], retryAfterSeconds } = error.refusal ?? {};
  if (type === 'username') return { faults: new Map([['userName', messages.usernameTaken]]) };
  if (type === 'email') return { faults: new Map([['email', messages.emailTaken]]) };
  if (status === 429) return { note: note(waitMessage(retryAfterSeconds)) };
  return { note: note(messages.registrationRefused), faults: issueFaults(issues, LABELS) };
}
