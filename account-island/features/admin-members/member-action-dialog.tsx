import { useState } from 'react';
import type { MemberDetails } from '#contract/admin-members';
import { formatLongDate } from '#shared/hong-kong';
import { TextField } from '../../components/field.tsx';
import { ProfileFields } from '../../components/profile-fields.tsx';
import { type FieldOf, type FieldText, ReasonDialog } from '../../components/reason-dialog.tsx';
import { RadioGroup } from '../../components/select.tsx';
import {
  categories,
  describePayment,
  memberActions,
  adminMessages as texts,
  types,
} from '../../text/admin-members.ts';
import {
  conflictErrors,
  editErrors,
  LABELS,
  type MemberAction,
  profileOf,
  sendMemberAction,
  useMemberChange,
} from './member-actions.ts';

interface Props {
  action: MemberAction;
  member: MemberDetails['member'];
  onDone: (sentence: string) => void;
  onCancel: () => void;
}

/** Asks for the input of an action on a member. */
export function MemberActionDialog({ action, member, onDone, onCancel }: Props) {
  // The fields begin with these values, and only what differs from them is sent: what somebody else changes stays.
  const [initial] = useState(member);
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
      fields={(field) => fieldsOf(action, initial, field)}
      errors={conflictErrors}
      run={(text) => change(() => sendMemberAction(action, { ...initial, version: member.version }, text))}
      onDone={onDone}
      onCancel={onCancel}
    />
  );
}

/** The member and the record that the action concerns. */
function subjectOf(action: MemberAction, { firstName, lastName, username }: Props['member']): string {
  const name = `${firstName} ${lastName} (${username})`;
  if ('term' in action)
    return `${name} · ${types[action.term.type]} membership until ${formatLongDate(action.term.endDate)}`;
  if ('payment' in action) return `${name} · ${describePayment(action.payment)}`;
  return 'name' in action ? `${name} · ${action.name}` : name;
}

function fieldsOf(action: MemberAction, member: Props['member'], field: FieldOf) {
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
          of={(name) => ({ ...field(name), defaultValue: profile[name] })}
          country={member.country}
          emailHint={texts.editAddressHint}
        />
      );
    }
    case 'category':
      return (
        <RadioGroup {...field('category')} options={categories} required defaultValue={member.category} />
      );
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
