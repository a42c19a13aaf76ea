import { CallFailed } from '../../api/http.ts';
import { type Faults, issueFaults, platformFaults } from '../../hooks/form-errors.ts';
import type { Outcome } from '../../hooks/use-form.ts';
import { complaint, complaints } from '../../text/account.ts';
import { deskMessages as texts } from '../../text/admin-members.ts';
import { ruleOr } from '../../text/rule-or.ts';

/** The names are those that the server puts its issues by. */
export const LABELS = {
  type: 'Type',
  startDate: 'Start',
  endDate: 'End',
  amountMinorUnits: 'Amount in HKD',
  date: 'Date',
  reference: "The bank's reference",
  category: 'Category',
  name: 'Conference',
  venue: 'Venue',
  link: 'Link',
  reason: 'Reason',
};
export type ActField = keyof typeof LABELS;

/** The sentence about what was done, or what is wrong. */
export type Attempt = Outcome<ActField> | { done: string };

export type TextOf = (name: ActField) => string;

/** Does it with what the form says, once nothing is wrong with that; `act` resolves to the sentence about it. */
export async function attempt(
  form: HTMLFormElement,
  act: (text: TextOf) => Promise<string>,
  judge: (text: TextOf) => Faults<ActField> = () => new Map(),
): Promise<Attempt> {
  const entries = new FormData(form);
  const text = (name: ActField) => String(entries.get(name) ?? '').trim();
  const faults = new Map([...platformFaults(form, LABELS), ...judge(text)]);
  if (text('reason') === '') faults.set('reason', complaint(LABELS.reason, complaints.missing));
  if (faults.size > 0) return { faults };
  try {
    return { done: await act(text) };
  } catch (error) {
    return outcomeOf(error);
  }
}

function outcomeOf(error: unknown): Outcome<ActField> {
  const refusal = error instanceof CallFailed ? error.refusal : undefined;
  const faults = issueFaults(refusal?.issues ?? [], LABELS);
  if (faults.size > 0) return { faults };
  return { note: { tone: 'err', text: ruleOr(error, texts.notDone) } };
}
