import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { parseJson } from '../api/http.ts';
import { readTabItem, writeTabItem } from '../api/tab-storage.ts';

const Position = z.object({
  /** The list and its filter. */
  list: z.string(),
  /** The pages on the way to the open one: the cursor after each, and how many items it had. */
  before: z.array(z.object({ cursor: z.string(), length: z.number() })),
});

/** What is kept of a screen beside its address. Back and a reload have it, a copied link does not. */
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

/**
 * Its parts name members, and the browser's history can't be cleared: the history has the name of an item of the tab's
 * storage, which logging out clears.
 */
const HistoryEntry = z.object({ kept: z.string() });

/** For a tab whose storage is full. */
const keptHere = new Map<string, string>();

/** The state of a step of the history. */
export function keepState(state: HistoryState): z.output<typeof HistoryEntry> {
  const kept = `entry-${performance.timeOrigin}-${keptHere.size}`;
  const text = JSON.stringify(state);
  keptHere.set(kept, text);
  writeTabItem(kept, text);
  return { kept };
}

function readState(entry: unknown): HistoryState {
  const { kept = '' } = HistoryEntry.safeParse(entry).data ?? {};
  return HistoryState.safeParse(parseJson(keptHere.get(kept) ?? readTabItem(kept) ?? '')).data ?? {};
}

export function useHistoryState(): HistoryState {
  const { state } = useLocation();
  return useMemo(() => readState(state), [state]);
}

/** Opens an item of a list, from which Back leads to the same row, page and filter. */
export function useOpenItem(backLabel: string): (address: string, row: string) => void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const entry = useHistoryState();
  return (address, row) => {
    const here = pathname + search + hash;
    const state = keepState({ ...entry, followedRow: { row, scrollY } });
    navigate(here, { replace: true, state });
    navigate(address, { state: keepState({ openedFrom: { label: backLabel, address: here, state } }) });
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
