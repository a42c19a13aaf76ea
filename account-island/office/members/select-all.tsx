import { selectAllMatching } from '../../text/admin-members.ts';
import { Button } from '../../ui/button.tsx';
import { ResultNotice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';

interface Props<Item> {
  /** Everything that matches, on every page. */
  load: () => Promise<readonly Item[]>;
  total: number;
  /** The sentence for a list that can't be loaded. */
  failed: string;
  onLoaded: (items: readonly Item[]) => void;
}

/** Selects what matches a filter, also beyond the page in sight. */
export function SelectAllMatching<Item>({ load, total, failed, onLoaded }: Props<Item>) {
  const all = useAction(load, { onSuccess: onLoaded, failed: () => failed });
  return (
    <>
      <Button kind="outline" isSmall isBusy={all.isBusy} onClick={() => all.start()}>
        {all.isBusy ? 'Selecting...' : selectAllMatching(total)}
      </Button>
      <ResultNotice notice={all.notice} />
    </>
  );
}
