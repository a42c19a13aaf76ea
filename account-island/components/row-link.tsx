import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useEntryState, useOpenItem } from '../hooks/history-entry.ts';

/** The addresses of items below /user. */
export const memberAddress = (uid: string): string => `/members?uid=${uid}`;
export const campaignAddress = (id: string): string => `/outbox?mail=${id}`;

interface Props {
  /** The address of the item below /user. */
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
  const { left } = useEntryState();
  const top = left?.row === row ? left.scrollY : undefined;
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
