import { pagePosition, rangePosition } from '../text/format.ts';
import { IconButton, icons } from './icon.tsx';

interface Props {
  /** Another page is being loaded: the buttons do nothing, and keep the focus. */
  isLoading: boolean;
  /** Counted from 1. */
  page: number;
  /** The number of items on the pages before this one, and on this one. */
  skipped: number;
  length: number;
  /** The length of the whole list, if it is known. */
  total?: number | undefined;
  /** The name of one item, and of several. */
  one: string;
  other: string;
  /** Undefined on the first page, and on the last. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/**
 * Moves through the pages of a list, and says which items are shown. For a single page it says how long the list is, if
 * that is known.
 */
export function Pager({ isLoading, page, skipped, length, total, one, other, onPrevious, onNext }: Props) {
  if (!onPrevious && !onNext && !total) return null;
  const pageSize = skipped > 0 ? skipped / (page - 1) : length;
  return (
    <nav className="cluster pager" aria-label="Pages">
      <IconButton
        path={icons.previous}
        label="Previous page"
        onClick={onPrevious && (() => isLoading || onPrevious())}
      />
      <span role="status">
        {total === undefined
          ? rangePosition(skipped, length)
          : pagePosition(page, Math.ceil(total / Math.max(1, pageSize)), total, { one, other })}
      </span>
      <IconButton path={icons.next} label="Next page" onClick={onNext && (() => isLoading || onNext())} />
    </nav>
  );
}
