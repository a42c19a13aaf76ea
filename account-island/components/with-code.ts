import { ApiError } from '../api/http.ts';
import { issueErrors, validityErrors } from '../hooks/form-errors.ts';
import { type Outcome, ruleOr } from '../text/errors.ts';
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
      const faults = new Map(validityErrors(form, LABELS));
      const fault = codeIn(form, 'code')?.fault;
      if (fault) faults.set('code', fault);
      return faults;
    },
    submit: async (form: HTMLFormElement): Promise<Outcome<TwoStepField> | undefined> => {
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

function outcomeOf(error: unknown, failed: string, asksCode: boolean): Outcome<TwoStepField> {
  const issues = error instanceof ApiError ? error.refusal?.issues : undefined;
  const faults = new Map(issueErrors(issues ?? [], LABELS));
  // Set up in another window meanwhile.
  if (faults.has('code') && !asksCode) return { note: { tone: 'err', text: twoStepMessages.isOnAlready } };
  if (faults.has('code')) faults.set('code', codeMessages.wrong);
  return faults.size > 0 ? { faults } : { note: { tone: 'err', text: ruleOr(error, failed) } };
}
