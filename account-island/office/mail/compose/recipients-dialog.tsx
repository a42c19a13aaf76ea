import { useId, useState } from 'react';
import {
  describeRecipients,
  recipientsLabel,
  composeMessages as texts,
} from '../../../text/admin-compose.ts';
import { membersTotal, statuses } from '../../../text/admin-members.ts';
import { plural } from '../../../text/format.ts';
import { filterMessages as list } from '../../../text/lists.ts';
import { BreakableAddress } from '../../../ui/breakable-address.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { ResultNotice } from '../../../ui/notice.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Loading, QueryError, RowsBusy } from '../../../ui/query-state.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useMemberFilterFields } from '../../members/member-filter.ts';
import { SegmentsMenu } from '../../members/segments-menu.tsx';
import type { MessageForm } from './message.ts';
import {
  activeMembers,
  allMatching,
  noRecipientFilter,
  PAGE_SIZE,
  type Recipient,
  type RecipientFilter,
  useRecipients,
} from './recipients.ts';

type Chosen = Pick<MessageForm, 'recipients' | 'audience'>;

interface FieldProps {
  chosen: Chosen;
  error: string | undefined;
  onChange: (chosen: Chosen) => void;
  /** Opens the list of members, which can't stand in the form: Enter in its search would submit it. */
  onOpen: () => void;
}

/** Who gets the email, in one line. The usual choice takes one press, any other one opens the list of members. */
export function RecipientsField({ chosen, error, onChange, onOpen }: FieldProps) {
  const errorId = useId();
  const { recipients } = chosen;
  const { count, which } = describeRecipients(chosen);
  const all = useAction(() => allMatching(activeMembers), {
    failed: () => texts.recipientsFailed,
    onSuccess: (found) =>
      onChange({ recipients: found.map(({ email }) => email), audience: texts.allActive }),
  });
  return (
    <div className="field letter__to">
      <span className="label">To</span>
      <p>
        {recipients.length === 0 ? (
          <span className="hint">{texts.noRecipients}</span>
        ) : (
          <>
            <strong>{count}</strong> <small>{which}</small>
          </>
        )}
      </p>
      <div className="cluster">
        {recipients.length === 0 && (
          <Button kind="outline" isSmall isBusy={all.isBusy} onClick={() => all.start()}>
            {texts.allActive}
          </Button>
        )}
        <Button
          kind="outline"
          isSmall
          data-field="recipients"
          aria-describedby={error && errorId}
          onClick={onOpen}
        >
          {recipients.length === 0 ? texts.choose : texts.change}
          <span className="visually-hidden"> recipients</span>
        </Button>
      </div>
      {error && (
        <p className="field-error" id={errorId} role="alert">
          {error}
        </p>
      )}
      <ResultNotice notice={all.notice} />
    </div>
  );
}

interface DialogProps {
  chosen: Chosen;
  onDone: (chosen: Chosen) => void;
  onCancel: () => void;
}

/** Chooses among the members who can receive email, found as in Members. */
export function RecipientsDialog({ chosen, onDone, onCancel }: DialogProps) {
  const [selected, setSelected] = useState(chosen);
  const [filter, setFilter] = useState(activeMembers);
  const [page, setPage] = useState(1);
  const search = (next: RecipientFilter) => {
    setFilter(next);
    setPage(1);
  };
  const fields = useMemberFilterFields()
    .filter(({ name }) => name !== 'state')
    .map((field) => (field.name === 'status' ? { ...field, options: STATUSES } : field));
  const query = useRecipients(filter, page);
  const { data, isPlaceholderData: isLoading } = query;
  const total = data?.pagination.total ?? 0;
  const { recipients } = selected;
  const addresses = new Set(recipients);
  const change = (rows: readonly Recipient[], isSelected: boolean, audience = '') => {
    const next = new Set(recipients);
    for (const { email } of rows) isSelected ? next.add(email) : next.delete(email);
    setSelected({ recipients: [...next], audience });
  };
  const all = useAction(() => allMatching(filter), {
    failed: () => texts.recipientsFailed,
    onSuccess: (rows) => change(rows, true, recipients.length === 0 ? wordsOf(filter, fields) : ''),
  });
  return (
    <Dialog
      wide
      title={texts.chooseTitle}
      text={texts.chooseText}
      closedBy="closerequest"
      busy={all.isBusy}
      onCancel={onCancel}
    >
      <FilterBar
        fields={fields}
        filter={filter}
        none={noRecipientFilter}
        count={data && plural(total, membersTotal.one, membersTotal.other)}
        onChange={(changes) => search(Object.assign({}, filter, changes))}
        actions={
          <SegmentsMenu
            filter={{ ...filter, status: filter.status === 'inactive' ? '' : filter.status, state: '' }}
            onChoose={({ state: _, ...segment }) => search(segment)}
          />
        }
      />
      {query.isError ? (
        <QueryError query={query} message={texts.recipientsFailed} />
      ) : data ? (
        <RowsBusy value={isLoading}>
          {total === 0 ? (
            <p role="status">{texts.noMembers}</p>
          ) : (
            <DataTable
              isShort
              columns={COLUMNS}
              rows={data.items}
              rowKey={({ email }) => email}
              selection={{
                has: ({ email }) => addresses.has(email),
                change: (rows, isSelected) => change(rows, isSelected),
                labelOf: ({ name, email }) => `Select ${name}, ${email}`,
              }}
            />
          )}
          <Pager
            isLoading={isLoading}
            page={page}
            skipped={(page - 1) * PAGE_SIZE}
            length={data.items.length}
            total={total}
            {...membersTotal}
            onPrevious={page > 1 ? () => setPage(page - 1) : undefined}
            onNext={page * PAGE_SIZE < total ? () => setPage(page + 1) : undefined}
          />
        </RowsBusy>
      ) : (
        <Loading label={texts.loadingMembers} />
      )}
      <ResultNotice notice={all.notice} />
      <div className="form__actions">
        <div className="cluster dialog__note">
          <strong role="status">{list.selected(recipients.length)}</strong>
          {total > 0 && (
            <Button kind="inline" isBusy={all.isBusy} onClick={() => all.start()}>
              {all.isBusy
                ? list.selecting
                : list.selectAll(plural(total, membersTotal.one, membersTotal.other))}
            </Button>
          )}
          {recipients.length > 0 && (
            <Button kind="inline" onClick={() => setSelected({ recipients: [], audience: '' })}>
              {list.clearSelection}
            </Button>
          )}
        </div>
        <Button kind="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button isLocked={recipients.length === 0} onClick={() => onDone(selected)}>
          {recipientsLabel(recipients.length)}
        </Button>
      </div>
    </Dialog>
  );
}

/** Those of Members, and those without a membership together. */
const STATUSES = { ...statuses, inactive: texts.inactive };

/** `Active · 1 January 2027`: the filter, for a choice of all who match it. */
const wordsOf = (filter: RecipientFilter, fields: ReturnType<typeof useMemberFilterFields>): string =>
  fields
    .flatMap(({ name, label, options }) => {
      const value = new Map(Object.entries(filter)).get(name) ?? '';
      return value === '' ? [] : `${label}: ${options?.[value] ?? value}`;
    })
    .join(' · ');

const COLUMNS: readonly Column<Recipient>[] = [
  {
    label: 'Name',
    isHeader: true,
    cell: ({ name, email, affiliation }) => (
      <div>
        {name}
        <p className="hint">
          <BreakableAddress email={email} />
          {affiliation && ` · ${affiliation}`}
        </p>
      </div>
    ),
  },
  {
    label: 'Status',
    cell: ({ membership_status: status }) =>
      status === 'active' ? (
        <StatusDot state="active">{statuses.active}</StatusDot>
      ) : (
        <StatusDot state="expired">{texts.inactive}</StatusDot>
      ),
  },
];
