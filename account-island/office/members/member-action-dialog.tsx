import { useState } from 'react';
import type { MemberDetails } from '#contract/admin-members';
import { formatLongDate } from '#shared/hong-kong';
import { personName } from '#shared/person-name';
import {
  categories,
  describePayment,
  memberActions,
  adminMessages as texts,
  types,
  voidCauses,
} from '../../text/admin-members.ts';
import { TextField } from '../../ui/field.tsx';
import { ProfileFields } from '../../ui/profile-fields.tsx';
import { type FieldOf, type FieldText, ReasonDialog } from '../../ui/reason-dialog.tsx';
import { RadioGroup } from '../../ui/select.tsx';
import {
  editErrors,
  editedFields,
  LABELS,
  type MemberAction,
  sendMemberAction,
  useMemberChange,
} from './member-actions.ts';
import { profileOf } from './member-changes.ts';

interface Props {
  action: MemberAction;
  member: MemberDetails['member'];
  onDone: (sentence: string) => void;
  onCancel: () => void;
}

type Typed = ReturnType<typeof editedFields>;

/** Asks for the input of an action on a member. */
export function MemberActionDialog({ action, member, onDone, onCancel }: Props) {
  // The fields begin with these values, and only what differs from them is sent: what somebody else changes stays.
  const [initial, setInitial] = useState(member);
  // What was typed before the member was read again.
  const [typed, setTyped] = useState<Typed>({});
  const [attempt] = useState(() => crypto.randomUUID());
  const change = useMemberChange(member.uid);
  return (
    <ReasonDialog
      title={memberActions[action.kind].title}
      text={
        <>
          {subjectOf(action, initial)}
          <br />
          {memberActions[action.kind].text}
        </>
      }
      hint={texts.visibleReasonHint}
      labels={LABELS}
      wide={action.kind === 'edit'}
      {...(action.kind === 'edit' && {
        action: texts.saveChanges,
        validate: (text: FieldText) => editErrors(initial, text),
      })}
      fields={(field) => fieldsOf(action, initial, typed, field)}
      run={(text) =>
        change(
          () => sendMemberAction(action, initial, text, attempt),
          (now) => {
            setTyped(editedFields(initial, text));
            setInitial(now);
          },
        )
      }
      onDone={onDone}
      onCancel={onCancel}
    />
  );
}

/** The member and the record that the action concerns. */
function subjectOf(action: MemberAction, member: Props['member']): string {
  const name = `${personName(member)} (${member.username})`;
  if ('term' in action)
    return `${name} · ${types[action.term.type]} membership until ${formatLongDate(action.term.endDate)}`;
  if ('payment' in action) return `${name} · ${describePayment(action.payment)}`;
  return 'name' in action ? `${name} · ${action.name}` : name;
}

function fieldsOf(action: MemberAction, member: Props['member'], typed: Typed, field: FieldOf) {
  switch (action.kind) {
    case 'grant':
    case 'correct': {
      const term = 'term' in action ? action.term : undefined;
      return (
        <>
          <RadioGroup
            {...field('type')}
            options={types}
            required
            defaultValue={term?.type ?? 'professional'}
          />
          <TextField {...field('startDate')} type="date" required defaultValue={term?.startDate} />
          <TextField
            {...field('endDate')}
            type="date"
            required
            defaultValue={term?.endDate}
            hint={texts.endDateHint}
          />
        </>
      );
    }
    case 'edit': {
      const profile = profileOf(member);
      return (
        <ProfileFields
          key={member.version}
          of={(name) => ({ ...field(name), defaultValue: typed[name] ?? profile[name] })}
          country={member.country}
          emailHint={texts.editAddressHint}
        />
      );
    }
    case 'category':
      return (
        <RadioGroup {...field('category')} options={categories} required defaultValue={member.category} />
      );
    case 'void-transfer':
      return <RadioGroup {...field('cause')} options={voidCauses} required />;
    case 'add-conference-record':
      return (
        <>
          <TextField {...field('name')} required maxLength={200} wide />
          <TextField {...field('venue')} maxLength={200} />
          <TextField {...field('date')} maxLength={100} />
          <TextField {...field('link')} type="url" wide />
        </>
      );
    default:
      return undefined;
  }
}
