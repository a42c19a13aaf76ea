import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { getMembers, type MemberListItem } from '#contract/admin-members';
import { formatShortDate } from '#shared/hong-kong';
import { MemberFilter } from '#shared/member-filter';
import { request } from '../../api/client.ts';
import {
  categories,
  membersTotal,
  states,
  statuses,
  adminMessages as texts,
} from '../../text/admin-members.ts';
import type { NoticeMessage } from '../../text/errors.ts';
import { NO_VALUE } from '../../text/format.ts';
import { BreakableAddress } from '../../ui/breakable-address.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Menu } from '../../ui/menu.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { ResourceList } from '../../ui/resource-list.tsx';
import { memberPath, RowLink } from '../../ui/row-link.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useListFilter } from '../../ui/use-list-filter.ts';
import { ADMIN_DATA } from '../../ui/use-member.ts';
import { filterOf, noFilter, SegmentsMenu, useMemberFilterFields } from './member-filter.tsx';
import { addToDraft, allMembers, listSelection, type Selection } from './selection.tsx';

/** What is asked for before members are added, exported or changed. */
export type ListDialog = 'add' | 'export' | 'set-category' | 'grant-term';

interface Props {
  selection: Selection;
  onSelect: (selection: Selection) => void;
  onAsk: (dialog: ListDialog) => void;
  onNotice: (notice: NoticeMessage | undefined) => void;
  /** The notice of what was done. */
  children: ReactNode;
}

export function useMemberFilter() {
  const [written, change] = useListFilter(MemberFilter, noFilter);
  return [filterOf({ filter: written }), change] as const;
}

/** The members, to find, open and select. */
export function MemberList({ selection, onSelect, onAsk, onNotice, children }: Props) {
  const [filter, change] = useMemberFilter();
  return (
    <ResourceList
      queryKey={[...ADMIN_DATA, 'members', filter]}
      fetchPage={async (cursor) => (await request(getMembers, { ...filter, cursor })).data}
      words={{ none: texts.noMembers, ...membersTotal }}
      filters={{
        fields: useMemberFilterFields(),
        filter,
        none: noFilter,
        onChange: change,
        actions: <SegmentsMenu filter={filter} onChoose={change} onNotice={onNotice} />,
      }}
      columns={COLUMNS}
      rowKey={({ uid }) => uid}
      selection={listSelection(selection, onSelect, () => allMembers(filter))}
      selectionActions={
        <>
          <Menu
            label="More"
            actions={[
              { label: 'Change category...', onSelect: () => onAsk('set-category') },
              { label: 'Grant membership period...', onSelect: () => onAsk('grant-term') },
              { label: 'Export...', onSelect: () => onAsk('export') },
            ]}
          />
          <SendEmailButton selection={selection} onNotice={onNotice} />
        </>
      }
    >
      {children}
    </ResourceList>
  );
}

const COLUMNS: readonly Column<MemberListItem>[] = [
  {
    label: 'Name',
    isHeader: true,
    cell: (member) => (
      <div>
        <RowLink to={memberPath(member.uid)} row={member.uid} backLabel={texts.back}>
          <PersonName person={member} />
          <span className="visually-hidden">, {member.username}</span>
        </RowLink>
        <p className="hint">{[member.affiliation, member.country].filter(Boolean).join(', ')}</p>
      </div>
    ),
  },
  {
    label: 'Email',
    className: 'email wide',
    isSorted: true,
    cell: ({ email }) => <BreakableAddress email={email} />,
  },
  { label: 'Category', className: 'words wide', cell: ({ category }) => categories[category] },
  {
    label: 'Status',
    className: 'nowrap',
    cell: ({ status, state }) =>
      state === 'disabled' ? (
        <StatusDot state="disabled">{`${statuses[status]} (${states.disabled.toLowerCase()})`}</StatusDot>
      ) : (
        <StatusDot state={status}>{statuses[status]}</StatusDot>
      ),
  },
  {
    label: 'Valid until',
    className: 'amount named',
    cell: ({ activeUntil }) => (activeUntil === '' ? NO_VALUE : formatShortDate(activeUntil)),
  },
];

/** Begins an email to the selected members. */
function SendEmailButton({ selection, onNotice }: Pick<Props, 'selection' | 'onNotice'>) {
  const navigate = useNavigate();
  const email = useAction(() => addToDraft(selection), {
    onSuccess: () => navigate('/email'),
    failed: texts.actionFailed,
    onNotice,
  });
  return (
    <Button isSmall isBusy={email.isBusy} onClick={() => email.start()}>
      Send email
    </Button>
  );
}
