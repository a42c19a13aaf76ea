import type { MemberDetails } from '#contract/desk';
import { formatLongDate } from '#shared/hong-kong';
import { TextField } from '../../components/field.tsx';
import { RadioGroup } from '../../components/select.tsx';
import { categories, deskMessages as texts, types } from '../../text/admin-members.ts';
import { type AuditEntryInput, judge, perform } from './member-actions.ts';
import { type FieldProps, ReasonDialog } from './reason-dialog.tsx';

const TITLES: Record<AuditEntryInput['kind'], string> = {
  grant: 'Grant a term',
  correct: 'Correct a term',
  void: 'Void a term',
  transfer: 'Record a bank transfer',
  category: 'Set the category',
  disable: 'Disable the account',
  enable: 'Enable the account',
  'add-conference-record': 'Add a conference',
  'remove-conference-record': 'Remove a conference',
};

interface Props {
  act: AuditEntryInput;
  member: MemberDetails['member'];
  onDone: (sentence: string) => void;
  onCancel: () => void;
}

/** Asks for what an act on a member needs. */
export const MemberActionDialog = ({ act, member, onDone, onCancel }: Props) => (
  <ReasonDialog
    title={TITLES[act.kind]}
    text={textOf(act, member)}
    hint={texts.reasonHint}
    fields={(of) => fieldsOf(act, member, of)}
    check={(text) => judge(act, text)}
    act={(text) => perform(act, member, text)}
    onDone={onDone}
    onCancel={onCancel}
  />
);

function textOf(act: AuditEntryInput, { firstName, lastName, username }: Props['member']): string {
  const whose = `${firstName} ${lastName}, ${username}`;
  if ('term' in act) return `${whose}: ${types[act.term.type]}, until ${formatLongDate(act.term.endDate)}`;
  return 'name' in act ? `${whose}: ${act.name}` : whose;
}

function fieldsOf(act: AuditEntryInput, member: Props['member'], of: FieldProps) {
  switch (act.kind) {
    case 'grant':
    case 'correct': {
      const term = 'term' in act ? act.term : undefined;
      return (
        <>
          <RadioGroup {...of('type')} options={types} required defaultValue={term?.type ?? 'professional'} />
          <TextField {...of('startDate')} type="date" required defaultValue={term?.startDate} />
          <TextField
            {...of('endDate')}
            type="date"
            required
            defaultValue={term?.endDate}
            hint={texts.endHint}
          />
        </>
      );
    }
    case 'transfer':
      return (
        <>
          <RadioGroup {...of('type')} options={types} required defaultValue="professional" />
          <TextField {...of('amountMinorUnits')} inputMode="decimal" required />
          <TextField {...of('date')} type="date" required />
          <TextField {...of('reference')} required maxLength={140} wide />
        </>
      );
    case 'category':
      return <RadioGroup {...of('category')} options={categories} required defaultValue={member.category} />;
    case 'add-conference-record':
      return (
        <>
          <TextField {...of('name')} required maxLength={200} wide />
          <TextField {...of('venue')} maxLength={200} />
          <TextField {...of('date')} maxLength={100} />
          <TextField {...of('link')} type="url" wide />
        </>
      );
    default:
      return undefined;
  }
}
