import { useId, useState } from 'react';
import type * as z from 'zod/mini';
import { getRecipients } from '#contract/admin-members';
import type { RecipientStatus } from '#shared/choices';
import { mailLimits } from '#shared/mail-limits';
import { request } from '../../../api/client.ts';
import { composeMessages as texts } from '../../../text/admin-compose.ts';
import { adminMessages as members, membersTotal, statuses } from '../../../text/admin-members.ts';
import { BreakableAddress } from '../../../ui/breakable-address.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { ResultNotice } from '../../../ui/notice.tsx';
import { ResourceList } from '../../../ui/resource-list.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { ADMIN_DATA } from '../../../ui/use-member.ts';
import {
  type MemberFilter,
  noFilter,
  SegmentsMenu,
  useMemberFilterFields,
} from '../../members/member-filter.tsx';
import type { MessageForm } from './message.ts';

type Recipient = z.output<typeof getRecipients.reply>['data']['items'][number];

/** As in Members, without the account's state: only members with an active account get email. */
type RecipientFilter = Omit<MemberFilter, 'status' | 'state'> & {
  status: Exclude<RecipientStatus, 'all'> | '';
};

const PAGE_SIZE = 10;

const { state: _, ...noRecipientFilter } = noFilter;
const activeMembers: RecipientFilter = { ...noRecipientFilter, status: 'active' };

/** A page of the list; the server counts pages, and their numbers are the cursors. */
async function fetchPage({ status, ...filter }: RecipientFilter, limit: number, cursor = '1') {
  const page = Number(cursor);
  const { items, pagination } = (
    await request(getRecipients, { ...filter, status: status || 'all', page, limit })
  ).data;
  const { total } = pagination;
  return { items, total, next: page * limit < total ? String(page + 1) : undefined };
}

/** All matching members, up to the most that one email can have, which one page holds. */
const allMatching = async (filter: RecipientFilter): Promise<Recipient[]> =>
  (await fetchPage(filter, mailLimits.recipients)).items;

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
  const { count, which } = texts.describeRecipients(chosen);
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
      <FieldError id={errorId}>{error}</FieldError>
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
  const fields = useMemberFilterFields()
    .filter(({ name }) => name !== 'state')
    .map((field) => (field.name === 'status' ? { ...field, options: STATUSES } : field));
  const addresses = new Set(selected.recipients);
  const change = (rows: readonly Recipient[], isSelected: boolean, areAll = false) => {
    const next = new Set(addresses);
    for (const { email } of rows) isSelected ? next.add(email) : next.delete(email);
    const isFilter = areAll && next.size === rows.length;
    setSelected({ recipients: [...next], audience: isFilter ? wordsOf(filter, fields) : '' });
  };
  return (
    <Dialog
      wide
      title={texts.chooseTitle}
      text={texts.chooseText}
      closedBy="closerequest"
      onCancel={onCancel}
    >
      <ResourceList
        queryKey={[...ADMIN_DATA, 'recipients', filter]}
        isInDialog
        fetchPage={(cursor) => fetchPage(filter, PAGE_SIZE, cursor)}
        words={{
          none: members.noMembers,
          ...membersTotal,
          failed: { fallback: texts.recipientsFailed, unreachable: texts.recipientsFailed },
        }}
        filters={{
          fields,
          filter,
          none: noRecipientFilter,
          onChange: (changes) => setFilter(Object.assign({}, filter, changes)),
          actions: (
            <SegmentsMenu
              filter={{ ...filter, status: filter.status === 'inactive' ? '' : filter.status, state: '' }}
              onChoose={({ state: _state, ...segment }) => setFilter(segment)}
            />
          ),
        }}
        columns={COLUMNS}
        rowKey={({ email }) => email}
        selection={{
          size: addresses.size,
          has: ({ email }) => addresses.has(email),
          change,
          clear: () => setSelected({ recipients: [], audience: '' }),
          loadAll: () => allMatching(filter),
          labelOf: ({ name, email }) => `Select ${name}, ${email}`,
        }}
      />
      <DialogActions onBack={onCancel}>
        <Button isLocked={addresses.size === 0} onClick={() => onDone(selected)}>
          {texts.recipientsLabel(addresses.size)}
        </Button>
      </DialogActions>
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
