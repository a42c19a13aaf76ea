import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';

const Position = z.object({
  /** The list and its filter. */
  list: z.string(),
  /** The pages on the way to the open one: the cursor after each, and how many items it had. */
  before: z.array(z.object({ cursor: z.string(), length: z.number() })),
});

/** What the browser's history keeps of a screen beside its address. A reload has it, a copied link does not. */
const HistoryState = z.object({
  /** The open pages of the lists. */
  positions: z.optional(z.array(Position)),
  /** The fields of the filter that were changed last. */
  changedFields: z.optional(z.string()),
  /** The row whose link was followed, and how far the page was scrolled. */
  followedRow: z.optional(z.object({ row: z.string(), scrollY: z.number() })),
  /** Where the link was followed: `label` is that of the way back. */
  openedFrom: z.optional(z.object({ label: z.string(), address: z.string(), state: z.unknown() })),
});
export type HistoryState = z.output<typeof HistoryState>;

export function useHistoryState(): HistoryState {
  const { state } = useLocation();
  return useMemo(() => HistoryState.safeParse(state).data ?? {}, [state]);
}

/** Opens an item of a list, from which Back leads to the same row, page and filter. */
export function useOpenItem(backLabel: string): (address: string, row: string) => void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const entry = useHistoryState();
  return (address, row) => {
    const here = pathname + search + hash;
    const state = { ...entry, followedRow: { row, scrollY } };
    navigate(here, { replace: true, state });
    navigate(address, { state: { openedFrom: { label: backLabel, address: here, state } } });
  };
}

/** The way back to where the item was opened; undefined if a link from elsewhere led here. */
export function useWayBack() {
  const navigate = useNavigate();
  const { openedFrom } = useHistoryState();
  return (
    openedFrom && {
      label: openedFrom.label,
      go: () => navigate(openedFrom.address, { state: openedFrom.state }),
    }
  );
}
