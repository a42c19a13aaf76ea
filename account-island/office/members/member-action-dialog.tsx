import { useState } from 'react';
import { changeMember, deleteMember } from '#contract/admin-members';
import { canonicalize } from '#shared/text';
import { request } from '../../api/client.ts';
import { memberActions, adminMessages as texts } from '../../text/admin-members.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { ProfileFields } from '../../ui/profile-fields.tsx';
import {
  changedTexts,
  type Member,
  type MemberAction,
  memberErrors,
  PROFILE_LABELS,
  profileInput,
  profileOf,
  subjectOf,
  useMemberChange,
  wireName,
} from './member-actions.ts';

interface Props {
  action: MemberAction;
  member: Member;
  /** Gets the sentence about what was done; undefined if nothing was. */
  onEnd: (sentence?: string) => void;
}

/** Asks for the input of an action on a member. */
export function MemberActionDialog({ action, member: opened, onEnd }: Props) {
  // The fields begin with these values: while somebody types, only a try that met another change sets them anew.
  const [member, setMember] = useState(opened);
  // What was typed before the member was read again. Only that is sent: what somebody else has changed stays.
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [attempt] = useState(() => crypto.randomUUID());
  const change = useMemberChange(member.uid);
  const { kind, about, fields = [], read } = action;
  const { title, text, done } = memberActions[kind];
  const isEdit = kind === 'edit';
  const profile = profileOf(member);
  return (
    <ActionDialog
      title={title}
      text={
        <>
          {subjectOf(member, about)}
          {text && <br />}
          {text}
        </>
      }
      fields={fields}
      reasonHint={texts.visibleReasonHint}
      errors={memberErrors}
      {...(isEdit && { label: texts.saveChanges, labels: PROFILE_LABELS, wide: true })}
      request={{
        schema: changeMember.request,
        read: (given) => ({
          action: kind,
          uid: member.uid,
          version: member.version,
          attempt,
          ...Object.fromEntries(fields.map(({ name }) => [name, given(name)])),
          ...(isEdit ? profileInput(changedTexts(given, profile)) : read?.(given)),
        }),
      }}
      run={async (input, given) => {
        const { data } = await change(
          () => request(changeMember, input),
          (now) => {
            setTyped(changedTexts(given, profile));
            setMember(now);
          },
        );
        return data.outcome === 'unchanged' ? texts.nothingChanged : done;
      }}
      onEnd={onEnd}
    >
      {(field) =>
        isEdit && (
          <ProfileFields
            key={member.version}
            of={(name) => ({
              ...field(wireName(name)),
              defaultValue: typed[wireName(name)] ?? profile[wireName(name)] ?? '',
            })}
            country={member.country}
            emailHint={texts.editAddressHint}
          />
        )
      }
    </ActionDialog>
  );
}

/** Deletes an account at the member's request, after the username has been typed. */
export function DeleteMemberDialog({ member, onEnd }: Omit<Props, 'action'>) {
  const { uid, version, username } = member;
  const change = useMemberChange(uid);
  return (
    <ActionDialog
      title={memberActions.delete.title}
      text={memberActions.delete.text}
      fields={[{ name: 'username', label: texts.typeUsername(username), isWide: true }]}
      reasonHint={texts.deletionReasonHint}
      busyLabel="Deleting..."
      errors={memberErrors}
      request={{
        schema: deleteMember.request,
        read: (text) => ({ uid, version, username: text('username') }),
      }}
      check={(text) =>
        canonicalize(text('username')) === canonicalize(username)
          ? new Map()
          : new Map([['username', texts.wrongUsername]])
      }
      run={async (input) => {
        await change(() => request(deleteMember, input));
        return texts.deletedMember(username);
      }}
      onEnd={onEnd}
    />
  );
}
