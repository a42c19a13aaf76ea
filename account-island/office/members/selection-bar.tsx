import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { MemberListItem } from '#contract/admin-members';
import { MEMBER_CATEGORIES, MEMBERSHIP_TYPES } from '#shared/choices';
import {
  categories,
  changedSelection,
  memberActions,
  selectedCount,
  selectionText,
  adminMessages as texts,
  types,
} from '../../text/admin-members.ts';
import type { NoticeMessage } from '../../text/errors.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { RadioGroup } from '../../ui/select.tsx';
import { useAction } from '../../ui/use-action.ts';
import { ADMIN_DATA, useMember } from '../../ui/use-member.ts';
import { LABELS } from './member-actions.ts';
import type { MemberFilter } from './member-filters.tsx';
import { SelectAllMatching } from './select-all.tsx';
import {
  addToMessage,
  allMembers,
  changeAll,
  noSelection,
  type Selection,
  withMembers,
  withoutMembers,
} from './selection.ts';

interface Props {
  filter: MemberFilter;
  /** The page in sight. */
  items: readonly MemberListItem[];
  total: number;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  onNotice: (notice: NoticeMessage | undefined) => void;
  onExport: () => void;
}

/** What is selected, and what can be done with it. */
export function SelectionBar({ filter, items, total, ...actions }: Props) {
  const { selection, onSelect } = actions;
  const selectPage = useRef<HTMLInputElement>(null);
  const isPageSelected = items.every(({ uid }) => selection.has(uid));
  return (
    <div className="selection-bar">
      <label className="checkbox">
        <input
          ref={selectPage}
          type="checkbox"
          checked={isPageSelected}
          onChange={({ target }) =>
            onSelect(target.checked ? withMembers(selection, items) : withoutMembers(selection, items))
          }
        />{' '}
        Select all on this page
      </label>
      {total > items.length && (
        <SelectAllMatching
          load={() => allMembers(filter)}
          total={total}
          failed={texts.loadFailed}
          onLoaded={(all) => onSelect(withMembers(selection, all))}
        />
      )}
      <span className="tabular" role="status">
        {selection.size > 0 && selectedCount(selection.size)}
      </span>
      {selection.size > 0 && (
        <SelectionActions
          {...actions}
          onClear={() => {
            onSelect(noSelection);
            selectPage.current?.focus();
          }}
        />
      )}
    </div>
  );
}

function SelectionActions({
  selection,
  onNotice,
  onExport,
  onClear,
}: Pick<Props, 'selection' | 'onNotice' | 'onExport'> & { onClear: () => void }) {
  const { uid } = useMember();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [action, setAction] = useState<SelectionAction>();
  const email = useAction(() => addToMessage(uid, selection), {
    onSuccess: () => navigate('/email'),
    failed: () => texts.actionFailed,
    onNotice,
  });
  const open = (next: SelectionAction) => {
    onNotice(undefined);
    setAction(next);
  };
  return (
    <>
      <div className="selection-bar__actions">
        <Button isSmall onClick={() => email.start()}>
          Send email
        </Button>
        <Button kind="outline" isSmall onClick={() => open('category')}>
          Change category...
        </Button>
        <Button kind="outline" isSmall onClick={() => open('grant')}>
          Grant membership period...
        </Button>
        <Button kind="outline" isSmall onClick={onExport}>
          Export...
        </Button>
        <Button kind="outline" isSmall onClick={onClear}>
          Clear selection
        </Button>
      </div>
      {action && (
        <SelectionDialog
          action={action}
          selection={selection}
          onDone={(text) => {
            setAction(undefined);
            client.invalidateQueries({ queryKey: ADMIN_DATA });
            onNotice({ tone: 'success', text });
          }}
          onCancel={() => setAction(undefined)}
        />
      )}
    </>
  );
}

type SelectionAction = 'category' | 'grant';

interface SelectionDialogProps {
  action: SelectionAction;
  selection: Selection;
  onDone: (sentence: string) => void;
  onCancel: () => void;
}

/** Asks for the input of an action on all selected members. */
const SelectionDialog = ({ action, selection, onDone, onCancel }: SelectionDialogProps) => (
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
