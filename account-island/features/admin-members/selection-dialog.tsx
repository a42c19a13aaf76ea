import { MEMBER_CATEGORIES, MEMBERSHIP_TYPES } from '#shared/choices';
import { TextField } from '../../components/field.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { RadioGroup } from '../../components/select.tsx';
import {
  categories,
  changedSelection,
  memberActions,
  selectionText,
  adminMessages as texts,
  types,
} from '../../text/admin-members.ts';
import { LABELS } from './member-actions.ts';
import { changeAll, type Selection } from './selection.ts';

export type SelectionAction = 'category' | 'grant';

interface Props {
  action: SelectionAction;
  selection: Selection;
  onDone: (sentence: string) => void;
  onCancel: () => void;
}

/** Asks for the input of an action on all selected members. */
export const SelectionDialog = ({ action, selection, onDone, onCancel }: Props) => (
  <ReasonDialog
    title={memberActions[action].title}
    text={selectionText(selection.size)}
    hint={texts.visibleReasonHint}
    labels={LABELS}
    fields={(field) =>
      action === 'category' ? (
        <RadioGroup {...field('category')} options={categories} required />
      ) : (
        <>
          <RadioGroup {...field('type')} options={types} required defaultValue="professional" />
          <TextField {...field('startDate')} type="date" required />
          <TextField {...field('endDate')} type="date" required hint={texts.endDateHint} />
        </>
      )
    }
    run={async (text) => {
      const category = MEMBER_CATEGORIES.find((each) => each === text('category')) ?? 'ordinary';
      const type = MEMBERSHIP_TYPES.find((each) => each === text('type')) ?? 'professional';
      const period = { type, startDate: text('startDate'), endDate: text('endDate') };
      const change = action === 'category' ? { category } : period;
      const result = await changeAll(selection, change, text('reason'));
      const nameOf = (uid: string) => selection.get(uid)?.name ?? uid;
      return changedSelection(result, nameOf);
    }}
    onDone={onDone}
    onCancel={onCancel}
  />
);
