import { pagePosition, rangePosition } from '../text/format.ts';
import { IconButton, icons } from './icon.tsx';

interface Props {
  /** From 1. */
  page: number;
  /** How many items the pages before this one have, and this one. */
  skipped: number;
  length: number;
  /** Of the whole list, where that is known. */
  total?: number | undefined;
  /** What the items are: one of them, and many. */
  one: string;
  other: string;
  /** Absent at the first page and at the last. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** The way through a list, with what is in sight of it. A single page says how long the list is, where that is known. */
export function Pager({ page, skipped, length, total, one, other, onPrevious, onNext }: Props) {
  if (!onPrevious && !onNext && !total) return null;
  const pageSize = skipped > 0 ? skipped / (page - 1) : length;
  return (
    <nav className="pager" aria-label="Pages">
      <IconButton
        path={icons.previous}
        label="Previous page"
        disabled={!onPrevious}
        onClick={() => onPrevious?.()}
      />
      <span role="status">
        {total === undefined
          ? rangePosition(skipped, length)
          : pagePosition(page, Math.ceil(total / Math.max(1, pageSize)), total, { one, other })}
      </span>
      <IconButton path={icons.next} label="Next page" disabled={!onNext} onClick={() => onNext?.()} />
    </nav>
  );
}
