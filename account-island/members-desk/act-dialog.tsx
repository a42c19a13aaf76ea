import type { MemberFile } from '#contract/desk';
import { categories, deskMessages as texts, types } from '../text/desk-messages.ts';
import { Pick } from '../ui/choice.tsx';
import { Field, LongField } from '../ui/field.tsx';
import { Modal } from '../ui/modal.tsx';
import { Note } from '../ui/note.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';
import { useSubmission } from '../ui/use-submission.ts';
import { type Act, type ActField, LABELS, perform } from './perform.ts';

const TITLES: Record<Act['kind'], string> = {
  grant: 'Grant a term',
  correct: 'Correct a term',
  void: 'Void a term',
  transfer: 'Record a bank transfer',
  category: 'Set the category',
  disable: 'Disable the account',
  enable: 'Enable the account',
  'add-conference': 'Add a conference',
  'remove-conference': 'Remove a conference',
};

interface Props {
  act: Act;
  member: MemberFile['member'];
  onDone: (sentence: string) => void;
  onCancel: () => void;
}

/** Asks for what the act needs, and for the reason. */
export function ActDialog({ act, member, onDone, onCancel }: Props) {
  const { busy, locked, note, fault, form } = useSubmission<ActField>(async (element) => {
    const result = await perform(act, member, element);
    if ('done' in result) {
      onDone(result.done);
      return {};
    }
    return result;
  });
  const of = (name: ActField) => ({ name, label: LABELS[name], fault: fault(name) });
  const term = 'term' in act ? act.term : undefined;
  const isTerm = act.kind === 'grant' || act.kind === 'correct';
  return (
    <Modal
      title={TITLES[act.kind]}
      text={`${member.firstName} ${member.lastName}, ${member.username}${term ? `: ${types[term.type]}, until ${term.endDate}` : ''}${'name' in act ? `: ${act.name}` : ''}`}
      closedBy="closerequest"
      onCancel={onCancel}
    >
      <form className="form" {...form}>
        {(isTerm || act.kind === 'transfer') && (
          <Pick {...of('type')} options={types} required defaultValue={term?.type ?? 'professional'} />
        )}
        {isTerm && (
          <>
            <Field {...of('startDate')} type="date" required defaultValue={term?.startDate} />
            <Field
              {...of('endDate')}
              type="date"
              required
              defaultValue={term?.endDate}
              hint={texts.endHint}
            />
          </>
        )}
        {act.kind === 'transfer' && (
          <>
            <Field {...of('amountMinorUnits')} inputMode="decimal" required />
            <Field {...of('date')} type="date" required />
            <Field {...of('reference')} required maxLength={140} wide />
          </>
        )}
        {act.kind === 'category' && (
          <Pick {...of('category')} options={categories} required defaultValue={member.category} />
        )}
        {act.kind === 'add-conference' && (
          <>
            <Field {...of('name')} required maxLength={200} wide />
            <Field {...of('venue')} maxLength={200} />
            <Field {...of('date')} maxLength={100} />
            <Field {...of('link')} type="url" wide />
          </>
        )}
        <LongField
          {...of('reason')}
          required
          optional={false}
          maxLength={500}
          rows={2}
          hint={texts.reasonHint}
        />
        {note && (
          <Note tone={note.tone} role="alert">
            {note.text}
          </Note>
        )}
        <div className="form__end">
          <button className="btn btn--line" type="button" onClick={onCancel}>
            Cancel
          </button>
          <SubmitButton label={TITLES[act.kind]} busyLabel="Saving..." busy={busy} locked={locked} />
        </div>
      </form>
    </Modal>
  );
}
