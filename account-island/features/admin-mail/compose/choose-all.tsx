import { useMutation } from '@tanstack/react-query';
import { Note } from '../../../components/notice.tsx';
import { mailingMessages as texts } from '../../../text/admin-compose.ts';
import { allAddresses, type Search } from './recipients.ts';

interface Props {
  found: Search;
  total: number;
  onFound: (addresses: readonly string[]) => void;
}

/** Chooses all who fit, on whatever page they stand. */
export function ChooseAll({ found, total, onFound }: Props) {
  const all = useMutation({
    mutationFn: () => allAddresses(found),
    onSuccess: onFound,
    networkMode: 'always',
  });
  return (
    <div className="book__row book__row--all">
      <button
        className="btn btn--line btn--sm"
        type="button"
        aria-busy={all.isPending || undefined}
        onClick={() => all.isPending || all.mutate()}
      >
        {all.isPending ? 'Choosing...' : `Choose all ${total} found`}
      </button>
      {all.isError && (
        <Note tone="err" role="alert">
          {texts.usersFailed}
        </Note>
      )}
    </div>
  );
}
