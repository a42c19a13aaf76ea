import { type KeyboardEvent, useId, useState } from 'react';
import { composeMessages as texts } from '../../../text/admin-compose.ts';
import { membersTotal, selectedCount, statuses } from '../../../text/admin-members.ts';
import { BreakableAddress } from '../../../ui/breakable-address.tsx';
import { OptionSelect } from '../../../ui/option-select.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Loading, QueryError } from '../../../ui/query-state.tsx';
import { useShown } from '../../../ui/use-cursor-pages.ts';
import { useDebounced } from '../../../ui/use-timers.ts';
import { isSameFilter, MemberCriteriaFields, noCriteria } from '../../members/member-criteria.tsx';
import { SegmentSelect } from '../../members/segment-select.tsx';
import { SelectAllMatching } from '../../members/select-all.tsx';
import { useSegments } from '../../members/use-segments.ts';
import {
  addRecipients,
  allMatching,
  PAGE_SIZE,
  type Recipient,
  type RecipientFilter,
  recipientsOf,
  removeRecipients,
  SEARCH_CHARACTERS,
  useRecipients,
} from './recipients.ts';

/** An administrator has 120 searches a minute, so one is sent only once typing has paused. */
const TYPING_PAUSE_MS = 250;

const noFilter: RecipientFilter = { search: '', status: 'inactive', ...noCriteria };

interface Props {
  selected: readonly string[];
  onChange: (selected: readonly string[]) => void;
}

/** Selects recipients among the members who can receive email. */
export function RecipientPicker({ selected, onChange }: Props) {
  const id = useId();
  const [filter, setFilter] = useState(noFilter);
  const [page, setPage] = useState(1);
  const debounced = useDebounced(filter, TYPING_PAUSE_MS);
  const query = useRecipients(debounced, page);
  const { data, isPlaceholderData: isLoading } = query;
  const shownPage = useShown(page, isLoading);
  const shownFilter = useShown(debounced, isLoading);
  const search = (next: RecipientFilter) => {
    setFilter(next);
    setPage(1);
  };
  return (
    <section className="card recipient-picker" aria-labelledby={id}>
      <div className="recipient-picker__filters">
        <h3 id={id}>Recipients</h3>
        <RecipientSearch filter={filter} onChange={search} />
      </div>
      {data && !query.isError ? (
        <RecipientList
          isLoading={isLoading}
          filter={shownFilter}
          items={data.items}
          total={data.pagination.total}
          page={shownPage}
          onPage={setPage}
          selected={selected}
          onChange={onChange}
        />
      ) : (
        <div className="recipient-picker__state">
          {query.isError ? (
            <QueryError query={query} message={texts.recipientsFailed} />
          ) : (
            <Loading label={texts.loadingMembers} />
          )}
        </div>
      )}
    </section>
  );
}

const STATUSES = {
  inactive: 'Inactive',
  active: statuses.active,
  registered: statuses.registered,
  expired: statuses.expired,
  all: 'All',
} as const;

interface SearchProps {
  filter: RecipientFilter;
  onChange: (filter: RecipientFilter) => void;
}

function RecipientSearch({ filter, onChange }: SearchProps) {
  const id = useId();
  const { segments } = useSegments();
  const chosen = segments.find((segment) => isSameFilter(recipientsOf(segment), filter));
  // The search runs while typing: Enter must not submit the surrounding form.
  const ignoreEnter = (event: KeyboardEvent) => event.key === 'Enter' && event.preventDefault();
  return (
    <search className="recipient-picker__search">
      <div className="field">
        <label htmlFor={id}>Search by name, affiliation or email</label>
        <input
          data-field="recipients"
          className="input"
          id={id}
          type="search"
          autoComplete="off"
          maxLength={SEARCH_CHARACTERS}
          value={filter.search}
          onKeyDown={ignoreEnter}
          onChange={({ target }) => onChange({ ...filter, search: target.value })}
        />
      </div>
      <SegmentSelect
        value={chosen?.name ?? ''}
        onChoose={(segment) => onChange(segment ? recipientsOf(segment) : noFilter)}
      />
      <OptionSelect
        label="Membership status"
        options={STATUSES}
        value={filter.status}
        onChange={(status) => onChange({ ...filter, status })}
      />
      <MemberCriteriaFields criteria={filter} onChange={(criteria) => onChange({ ...filter, ...criteria })} />
    </search>
  );
}

interface ListProps {
  /** Another page is being loaded. */
  isLoading: boolean;
  filter: RecipientFilter;
  items: readonly Recipient[];
  total: number;
  page: number;
  onPage: (page: number) => void;
  selected: readonly string[];
  onChange: (selected: readonly string[]) => void;
}

/** One page of the matching members. */
function RecipientList({ isLoading, filter, items, total, page, onPage, selected, onChange }: ListProps) {
  const addresses = items.map(({ email }) => email);
  const current = new Set(selected);
  const isPageSelected = addresses.length > 0 && addresses.every((address) => current.has(address));
  const select = (some: readonly string[], isSelecting: boolean) =>
    onChange(isSelecting ? addRecipients(selected, some) : removeRecipients(selected, some));
  return (
    <>
      <div className="recipient-picker__row">
        <label className="checkbox">
          <input
            type="checkbox"
            disabled={items.length === 0}
            checked={isPageSelected}
            onChange={({ target }) => select(addresses, target.checked)}
          />{' '}
          Select all on this page
        </label>
        <span className="tabular" role="status">
          {selectedCount(selected.length)}
        </span>
      </div>
      {total > items.length && (
        <div className="recipient-picker__row recipient-picker__row--all">
          <SelectAllMatching
            load={() => allMatching(filter)}
            total={total}
            failed={texts.recipientsFailed}
            onLoaded={(all) => select(all, true)}
          />
        </div>
      )}
      {total === 0 ? (
        <p className="recipient-picker__state" role="status">
          {texts.noMembers}
        </p>
      ) : (
        <fieldset className="recipient-picker__list" aria-label="Members" aria-busy={isLoading || undefined}>
          {items.map(({ email, name, affiliation, membership_status }) => (
            <label key={email}>
              <input
                type="checkbox"
                checked={current.has(email)}
                onChange={({ target }) => select([email], target.checked)}
              />
              <span className="recipient-picker__who">
                {name}
                <span className="hint">
                  <BreakableAddress email={email} />
                </span>
                {affiliation && <span className="hint">{affiliation}</span>}
              </span>
              {membership_status === 'active' ? (
                <span className="status-dot">Active</span>
              ) : (
                <span className="status-dot status-dot--off">Inactive</span>
              )}
            </label>
          ))}
        </fieldset>
      )}
      <Pager
        isLoading={isLoading}
        page={page}
        skipped={(page - 1) * PAGE_SIZE}
        length={items.length}
        total={total}
        {...membersTotal}
        onPrevious={page > 1 ? () => onPage(page - 1) : undefined}
        onNext={page * PAGE_SIZE < total ? () => onPage(page + 1) : undefined}
      />
    </>
  );
}
