import * as desk from '#contract/desk';
import { call } from '../api/call.ts';
import { CallFailed } from '../api/call-failed.ts';
import { deskMessages as texts } from '../text/desk-messages.ts';
import { complaint, complaints } from '../text/messages.ts';
import { issueFaults, platformFaults } from '../ui/faults.ts';
import { sentenceOf } from '../ui/sentence-of.ts';
import type { Outcome } from '../ui/use-submission.ts';

type Term = desk.MemberFile['terms'][number];

/** What an administrator is about to do to a member. */
export type Act =
  | { kind: 'grant' | 'transfer' | 'category' | 'disable' | 'enable' | 'add-conference' }
  | { kind: 'correct' | 'void'; term: Term }
  | { kind: 'remove-conference'; id: string; name: string };

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

type Member = desk.MemberFile['member'];

/** Does it; resolves to the sentence about it, or to what is wrong. */
export async function perform(
  act: Act,
  member: Member,
  form: HTMLFormElement,
): Promise<Outcome<ActField> | { done: string }> {
  const entries = new FormData(form);
  const text = (name: ActField) => String(entries.get(name) ?? '').trim();
  const faults = new Map(platformFaults(form, LABELS));
  if (text('reason') === '') faults.set('reason', complaint(LABELS.reason, complaints.missing));
  const amountMinorUnits = Math.round(Number(text('amountMinorUnits')) * 100);
  if (act.kind === 'transfer' && !/^\d{1,6}(\.\d{1,2})?$/.test(text('amountMinorUnits'))) {
    faults.set('amountMinorUnits', complaint(LABELS.amountMinorUnits, texts.amount));
  }
  if (faults.size > 0) return { faults };
  try {
    const outcome = await send(act, member, text, amountMinorUnits);
    return { done: outcome === 'surplus' ? texts.surplus : texts.done };
  } catch (error) {
    return outcomeOf(error);
  }
}

async function send(
  act: Act,
  { uid, version }: Member,
  text: (name: ActField) => string,
  amountMinorUnits: number,
): Promise<string> {
  const deed = { uid, version, reason: text('reason') };
  const type = text('type') === 'student' ? ('student' as const) : ('professional' as const);
  const wish = { type, startDate: text('startDate'), endDate: text('endDate') };
  const date = text('date');
  switch (act.kind) {
    case 'grant':
      return outcomeIn(call(desk.grantTerm, { ...deed, ...wish }));
    case 'correct':
      return outcomeIn(call(desk.correctTerm, { ...deed, ...wish, term: act.term.reference }));
    case 'void':
      return outcomeIn(call(desk.voidTerm, { ...deed, term: act.term.reference }));
    case 'transfer':
      return outcomeIn(
        call(desk.recordTransfer, { ...deed, type, amountMinorUnits, date, reference: text('reference') }),
      );
    case 'category': {
      const category = desk.CATEGORIES.find((each) => each === text('category')) ?? 'ordinary';
      return outcomeIn(call(desk.setCategory, { ...deed, category }));
    }
    case 'disable':
      return outcomeIn(call(desk.setState, { ...deed, state: 'disabled' }));
    case 'enable':
      return outcomeIn(call(desk.setState, { ...deed, state: 'active' }));
    case 'add-conference': {
      const [name, venue, link] = [text('name'), text('venue'), text('link')];
      return outcomeIn(call(desk.addConference, { ...deed, name, venue, date, link }));
    }
    case 'remove-conference':
      return outcomeIn(call(desk.removeConference, { ...deed, id: act.id }));
  }
}

const outcomeIn = async (reply: Promise<{ data: { outcome: string } }>): Promise<string> =>
  (await reply).data.outcome;

function outcomeOf(error: unknown): Outcome<ActField> {
  const refusal = error instanceof CallFailed ? error.refusal : undefined;
  const faults = issueFaults(refusal?.issues ?? [], LABELS);
  if (faults.size > 0) return { faults };
  // What the server refuses an administrator is told in its own words: changed meanwhile, there already.
  const isRule = error instanceof CallFailed && [403, 404, 409].includes(error.status ?? 0);
  return { note: { tone: 'err', text: (isRule && refusal?.message) || sentenceOf(error, texts.notDone) } };
}
