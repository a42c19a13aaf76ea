import { useId, useState } from 'react';
import { Failed } from '../../../components/loading.tsx';
import { Waiting } from '../../../components/waiting.tsx';
import { useSettled } from '../../../hooks/use-settled.ts';
import { mailingMessages as texts } from '../../../text/admin-compose.ts';
import { BookSearch } from './book-search.tsx';
import { PAGE_SIZE, type Search, useUsers } from './recipients.ts';
import { UserList } from './user-list.tsx';

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
  const asked = useSettled(wanted, TYPED_MILLISECONDS);
  const users = useUsers(asked, page);
  const { data } = users;
  const search = (next: Search) => {
    setWanted(next);
    setPage(1);
  };
  return (
    <section className="card book" aria-labelledby={id}>
      <div className="book__find">
        <h3 id={id}>Recipients</h3>
        <BookSearch wanted={wanted} onChange={search} />
      </div>
      {data && !users.isError ? (
        <UserList
          found={asked}
          items={data.items}
          total={data.pagination.total}
          page={page}
          pages={Math.max(1, Math.ceil(data.pagination.total / PAGE_SIZE))}
          onPage={setPage}
          chosen={chosen}
          onChange={onChange}
        />
      ) : (
        <div className="book__state">
          {users.isError ? (
            <Failed
              message={texts.usersFailed}
              action="Try again"
              busy={users.isFetching}
              onAction={() => users.refetch()}
            />
          ) : (
            <Waiting label={texts.loadingUsers} />
          )}
        </div>
      )}
    </section>
  );
}
