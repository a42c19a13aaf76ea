import { CallFailed } from '../api/http.ts';
import { issueFaults, platformFaults } from '../hooks/form-errors.ts';
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

/** Sends what a form with a password or a code holds, once nothing is wrong with that. */
export async function sendWithCode(
  form: HTMLFormElement,
  failed: string,
  send: (given: Given) => Promise<void>,
): Promise<Outcome<TwoStepField>> {
  const code = codeIn(form, 'code');
  const faults = new Map(platformFaults(form, LABELS));
  if (code?.fault) faults.set('code', code.fault);
  if (faults.size > 0) return { faults };
  try {
    const password = String(new FormData(form).get('old_password') ?? '');
    await send({ password, code: code?.text });
    return {};
  } catch (error) {
    return outcomeOf(error, failed, code !== undefined);
  }
}

function outcomeOf(error: unknown, failed: string, asksCode: boolean): Outcome<TwoStepField> {
  const issues = error instanceof CallFailed ? error.refusal?.issues : undefined;
  const faults = new Map(issueFaults(issues ?? [], LABELS));
  // Set up in another window meanwhile.
  if (faults.has('code') && !asksCode) return { note: { tone: 'err', text: twoStepMessages.isOnAlready } };
  if (faults.has('code')) faults.set('code', codeMessages.wrong);
  return faults.size > 0 ? { faults } : { note: { tone: 'err', text: ruleOr(error, failed) } };
}
