import { useState } from 'react';
import { ApiError } from '../api/http.ts';
import { SECOND_FACTOR } from '../api/prompts.ts';
import type { Credentials } from '../api/sign-in.ts';
import type { FieldErrors, FormResult } from '../text/errors.ts';
import { type SignInField, signInErrors, signInLabels, signInNeedsBoth } from '../text/sign-in.ts';
import { validityErrors } from './form-errors.ts';
import { useForm } from './use-form.ts';

/** A form with username and password, and with a code once the server has asked for one. */
export function useSignInForm(
  send: (credentials: Credentials) => Promise<FormResult<SignInField> | undefined>,
) {
  const [hasCode, setHasCode] = useState(false);
  const form = useForm({
    labels: signInLabels,
    check: missingCredentials,
    errors: signInErrors,
    submit: async (typed) => {
      try {
        return await send({
          username: typed('username'),
          password: typed('password'),
          rememberMe: typed('rememberMe') !== '',
          // Empty while its field is still being loaded.
          ...(typed(SECOND_FACTOR) !== '' && { secondFactor: typed(SECOND_FACTOR) }),
        });
      } catch (error) {
        if (!(error instanceof ApiError && error.is('second-factor-needed'))) throw error;
        setHasCode(true);
        return undefined;
      }
    },
  });
  return { ...form, hasCode, removeCode: () => setHasCode(false) };
}

function missingCredentials(form: HTMLFormElement): FieldErrors<SignInField> {
  const entries = new FormData(form);
  if (String(entries.get('username')).trim() === '') return new Map([['username', signInNeedsBoth]]);
  if (entries.get('password') === '') return new Map([['password', signInNeedsBoth]]);
  return validityErrors(form, signInLabels);
}
