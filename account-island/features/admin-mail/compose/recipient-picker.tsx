import { type KeyboardEvent, useId, useState } from 'react';
import { LoadError, Loading } from '../../../components/loading.tsx';
import { ResultNotice } from '../../../components/notice.tsx';
import { Pager } from '../../../components/pager.tsx';
import { useAction } from '../../../hooks/use-action.ts';
import { useDebounced } from '../../../hooks/use-timers.ts';
import { mailingMessages as texts } from '../../../text/admin-compose.ts';
import {
  allAddresses,
  PAGE_SIZE,
  type Search,
  type User,
  useRecipients,
  withoutThese,
  withThese,
} from './recipients.ts';

/** A name is typed in one go: each of its letters is no search, of which an administrator has 120 a minute. */
const TYPED_MILLISECONDS = 250;

interface Props {
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** Members to choose recipients from: account area, section 2. */
export function Book({ chosen, onChange }: Props) {
  const id = useId();
  const [wanted, setWanted] = useState<Search>({ search: '', status: 'inactive' });
  const [page, setPage] = useState(1);
  const asked = useDebounced(wanted, TYPED_MILLISECONDS);
  const users = useRecipients(asked, page);
  const { data } = users;
  const search = (next: Search) => {
    setWanted(next);
    setPage(1);
  };
  return (
    <section className="profile-card recipient-picker" aria-labelledby={id}>
      <div className="recipient-picker__filters">
        <h3 id={id}>Recipients</h3>
        <BookSearch wanted={wanted} onChange={search} />
      </div>
      {data && !users.isError ? (
        <UserList
          found={asked}
          items={data.items}
          total={data.pagination.total}
          page={page}
          onPage={setPage}
          chosen={chosen}
          onChange={onChange}
        />
      ) : (
        <div className="recipient-picker__state">
          {users.isError ? (
            <LoadError
              message={texts.usersFailed}
              action="Try again"
              busy={users.isFetching}
              onAction={() => users.refetch()}
            />
          ) : (
            <Loading label={texts.loadingUsers} />
          )}
        </div>
      )}
    </section>
  );
}

const STATUSES = { inactive: 'Inactive', active: 'Active', all: 'All' } as const;

const isStatus = (text: string): text is Search['status'] => Object.hasOwn(STATUSES, text);

interface SearchProps {
  wanted: Search;
  onChange: (wanted: Search) => void;
}

function BookSearch({ wanted, onChange }: SearchProps) {
  const id = useId();
  // Found as it is typed: Enter has nothing to send.
  const stay = (event: KeyboardEvent) => event.key === 'Enter' && event.preventDefault();
  return (
    <search className="recipient-picker__search">
      <div className="field">
        <label htmlFor={`${id}search`}>Search by e-mail</label>
        <input
          data-field="recipients"
          className="input"
          id={`${id}search`}
          type="search"
          autoComplete="off"
          maxLength={64}
          value={wanted.search}
          onKeyDown={stay}
          onChange={({ target }) => onChange({ ...wanted, search: target.value })}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}status`}>Membership</label>
        <select
          className="input"
          id={`${id}status`}
          value={wanted.status}
          onChange={({ target: { value } }) => isStatus(value) && onChange({ ...wanted, status: value })}
        >
          {Object.entries(STATUSES).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
    </search>
  );
}

interface ListProps {
  found: Search;
  items: readonly User[];
  total: number;
  page: number;
  onPage: (page: number) => void;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** One page of those who fit. */
function UserList({ found, items, total, page, onPage, chosen, onChange }: ListProps) {
  const addresses = items.map(({ email }) => email);
  const isChosen = new Set(chosen);
  const isPageChosen = addresses.length > 0 && addresses.every((address) => isChosen.has(address));
  const choose = (these: readonly string[], isWanted: boolean) =>
    onChange(isWanted ? withThese(chosen, these) : withoutThese(chosen, these));
  return (
    <>
      <div className="recipient-picker__row">
        <label className="checkbox">
          <input
            type="checkbox"
            disabled={items.length === 0}
            checked={isPageChosen}
            onChange={({ target }) => choose(addresses, target.checked)}
          />{' '}
          All on this page
        </label>
        <span className="tabular" role="status">
          {chosen.length} chosen
        </span>
      </div>
      {total > items.length && (
        <ChooseAll found={found} total={total} onFound={(these) => choose(these, true)} />
      )}
      {total === 0 ? (
        <p className="recipient-picker__state" role="status">
          {texts.nobodyFits}
        </p>
      ) : (
        <fieldset className="recipient-picker__list" aria-label="Members">
          {items.map(({ email, membership_status }) => (
            <label key={email}>
              <input
                type="checkbox"
                checked={isChosen.has(email)}
                onChange={({ target }) => choose([email], target.checked)}
              />
              <span title={email}>{email}</span>
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
        page={page}
        skipped={(page - 1) * PAGE_SIZE}
        length={items.length}
        total={total}
        one="1 member"
        other="{n} members"
        onPrevious={page > 1 ? () => onPage(page - 1) : undefined}
        onNext={page * PAGE_SIZE < total ? () => onPage(page + 1) : undefined}
      />
    </>
  );
}

interface AllProps {
  found: Search;
  total: number;
  onFound: (addresses: readonly string[]) => void;
}

/** Chooses all who fit, on whatever page they stand. */
function ChooseAll({ found, total, onFound }: AllProps) {
  const all = useAction(() => allAddresses(found), { onSuccess: onFound, failed: () => texts.usersFailed });
  return (
    <div className="recipient-picker__row recipient-picker__row--all">
      <button
        className="btn btn--outline btn--small"
        type="button"
        aria-busy={all.isBusy || undefined}
        onClick={() => all.start()}
      >
        {all.isBusy ? 'Choosing...' : `Choose all ${total} found`}
      </button>
      <ResultNotice notice={all.notice} />
    </div>
  );
}
