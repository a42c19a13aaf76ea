import { ApiError } from '../api/http.ts';
import { issueErrors, validityErrors } from '../hooks/form-errors.ts';
import { type FormResult, ruleOr } from '../text/errors.ts';
import { codeMessages } from '../text/second-factor.ts';
import { twoStepMessages } from '../text/two-step.ts';
import { codeIn } from './code-field.tsx';

/** The names are those that the server puts its issues by. */
export const LABELS = { old_password: 'Current password', code: 'Code' };
export type TwoStepField = keyof typeof LABELS;

interface Given {
  password: string;
  /** Undefined where the form asks for none. */
  code: string | undefined;
}

/** What `useForm` takes for a form with a password or a code. */
export function withCode(failed: string, send: (given: Given) => Promise<void>) {
  return {
    labels: LABELS,
    check: (form: HTMLFormElement) => {
      const fieldErrors = new Map(validityErrors(form, LABELS));
      const error = codeIn(form, 'code')?.error;
      if (error) fieldErrors.set('code', error);
      return fieldErrors;
    },
    submit: async (form: HTMLFormElement): Promise<FormResult<TwoStepField> | undefined> => {
      const password = String(new FormData(form).get('old_password') ?? '');
      const code = codeIn(form, 'code');
      try {
        await send({ password, code: code?.text });
        return undefined;
      } catch (error) {
        return outcomeOf(error, failed, code !== undefined);
      }
    },
  };
}

function outcomeOf(error: unknown, failed: string, asksCode: boolean): FormResult<TwoStepField> {
  const issues = error instanceof ApiError ? error.body?.issues : undefined;
  const fieldErrors = new Map(issueErrors(issues ?? [], LABELS));
  // Set up in another window meanwhile.
  if (fieldErrors.has('code') && !asksCode)
    return { notice: { tone: 'err', text: twoStepMessages.isOnAlready } };
  if (fieldErrors.has('code')) fieldErrors.set('code', codeMessages.wrong);
  return fieldErrors.size > 0 ? { fieldErrors } : { notice: { tone: 'err', text: ruleOr(error, failed) } };
}
