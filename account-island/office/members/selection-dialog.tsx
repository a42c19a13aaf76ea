import { changeMembers } from '#contract/member-lists';
import {
  changedSelection,
  memberActions,
  selectionText,
  adminMessages as texts,
} from '../../text/admin-members.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { categoryField, termFields } from './member-actions.ts';
import { changeAll, type Selection } from './selection.ts';

interface Props {
  kind: 'set-category' | 'grant-term';
  selection: Selection;
  onDone: (sentence: string) => void;
  onCancel: () => void;
}

/** Asks for the input of an action on all selected members. */
export const SelectionDialog = ({ kind, selection, onDone, onCancel }: Props) => {
  const fields = kind === 'set-category' ? [categoryField()] : termFields();
  return (
    <ActionDialog
      title={memberActions[kind].title}
      text={selectionText(selection.size)}
      fields={fields}
      reasonHint={texts.visibleReasonHint}
      request={{
        schema: changeMembers.request,
        read: (text) => ({
          action: kind,
          uids: [...selection.keys()].slice(0, 1),
          ...Object.fromEntries(fields.map(({ name }) => [name, text(name)])),
        }),
      }}
      run={async (change) => {
        const result = await changeAll(selection, (uids) => ({ ...change, uids }));
        return changedSelection(result, (uid) => selection.get(uid)?.name ?? uid);
      }}
      onDone={onDone}
      onCancel={onCancel}
    />
  );
};
