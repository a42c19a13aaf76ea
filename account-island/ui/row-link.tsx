import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { Button } from './button.tsx';
import { useHistoryState, useOpenItem } from './history-entry.ts';

/** The paths of items, relative to /user. */
export const memberPath = (uid: string): string => `/members?uid=${uid}`;
export const campaignPath = (id: string): string => `/outbox?mail=${id}`;

interface Props {
  /** The path of the item, relative to /user. */
  to: string;
  /** Names the row on its screen. */
  row: string;
  /** The label of the way back on the item's page. */
  backLabel: string;
  children: ReactNode;
}

/** A link from a row to its item. On the way back it has the focus again, where it was in the window. */
export function RowLink({ to, row, backLabel, children }: Props) {
  const link = useRef<HTMLAnchorElement>(null);
  const open = useOpenItem(backLabel);
  const { followedRow } = useHistoryState();
  const top = followedRow?.row === row ? followedRow.scrollY : undefined;
  useEffect(() => {
    if (top === undefined) return;
    scrollTo({ top, behavior: 'instant' });
    link.current?.focus({ preventScroll: true });
  }, [top]);
  return (
    <Link
      ref={link}
      className="text-button"
      to={to}
      onClick={(event) => {
        // A new tab or window begins a history of its own.
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        open(to, row);
      }}
    >
      {children}
    </Link>
  );
}

export interface WayBackProps {
  label: string;
  go: () => void;
}

/** Above an item: the way back to the row that it was opened from. */
export const WayBack = ({ label, go }: WayBackProps) => (
  <p>
    <Button kind="inline" onClick={go}>
      {label}
    </Button>
  </p>
);
