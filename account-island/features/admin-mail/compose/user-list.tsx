import { IconButton, icons } from '../../../components/icon.tsx';
import { mailingMessages as texts } from '../../../text/admin-compose.ts';
import { ChooseAll } from './choose-all.tsx';
import { withoutThese, withThese } from './chosen.ts';
import type { Search, User } from './recipients.ts';

interface Props {
  found: Search;
  items: readonly User[];
  total: number;
  page: number;
  pages: number;
  onPage: (page: number) => void;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** One page of those who fit. */
export function UserList({ found, items, total, page, pages, onPage, chosen, onChange }: Props) {
  const addresses = items.map(({ email }) => email);
  const isChosen = new Set(chosen);
  const isPageChosen = addresses.length > 0 && addresses.every((address) => isChosen.has(address));
  const choose = (these: readonly string[], isWanted: boolean) =>
    onChange(isWanted ? withThese(chosen, these) : withoutThese(chosen, these));
  return (
    <>
      <div className="book__row">
        <label className="check">
          <input
            type="checkbox"
            disabled={items.length === 0}
            checked={isPageChosen}
            onChange={({ target }) => choose(addresses, target.checked)}
          />{' '}
          All on this page
        </label>
        <span className="num" role="status">
          {chosen.length} chosen
        </span>
      </div>
      {total > items.length && (
        <ChooseAll found={found} total={total} onFound={(these) => choose(these, true)} />
      )}
      {total === 0 ? (
        <p className="book__state" role="status">
          {texts.nobodyFits}
        </p>
      ) : (
        <fieldset className="book__list" aria-label="Members">
          {items.map(({ email, membership_status }) => (
            <label key={email}>
              <input
                type="checkbox"
                checked={isChosen.has(email)}
                onChange={({ target }) => choose([email], target.checked)}
              />
              <span title={email}>{email}</span>
              {membership_status === 'active' ? (
                <span className="dot">Active</span>
              ) : (
                <span className="dot dot--off">Inactive</span>
              )}
            </label>
          ))}
        </fieldset>
      )}
      <div className="pager">
        <IconButton
          path={icons.previous}
          label="Previous page"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        <span role="status">
          Page {page} of {pages}, {total} {total === 1 ? 'member' : 'members'}
        </span>
        <IconButton
          path={icons.next}
          label="Next page"
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        />
      </div>
    </>
  );
}
