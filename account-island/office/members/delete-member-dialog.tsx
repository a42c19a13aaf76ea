import { deleteMember, type MemberDetails } from '#contract/admin-members';
import { canonicalize } from '#shared/text';
import { request } from '../../api/client.ts';
import { deletedMember, memberActions, adminMessages as texts } from '../../text/admin-members.ts';
import { TextField } from '../../ui/field.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useMemberChange } from './member-actions.ts';

interface Props {
  member: MemberDetails['member'];
  onDone: (sentence: string) => void;
  onCancel: () => void;
}

/** Deletes an account at the member's request, after the username has been typed. */
export function DeleteMemberDialog({ member: { uid, version, username }, onDone, onCancel }: Props) {
  const change = useMemberChange(uid);
  return (
    <ReasonDialog
      title={memberActions.delete.title}
      text={memberActions.delete.text}
      hint={texts.deletionReasonHint}
      labels={{ username: texts.typeUsername(username) }}
      fields={(field) => (
        <TextField {...field('username')} autoComplete="off" autoCapitalize="none" required wide />
      )}
      validate={(text) =>
        new Map(
          canonicalize(text('username')) === canonicalize(username)
            ? []
            : [['username', texts.wrongUsername]],
        )
      }
      busyLabel="Deleting..."
      run={async (text) => {
        const input = { uid, version, username: text('username'), reason: text('reason') };
        await change(() => request(deleteMember, input));
        return deletedMember(username);
      }}
      onDone={onDone}
      onCancel={onCancel}
    />
  );
}
