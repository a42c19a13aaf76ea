// What every list of the office says.

/** Texts of every list with filters or a selection. */
export const filterMessages = {
  clear: 'Clear filters',
  more: (applied: number): string => `More filters (${applied})`,
  remove: (label: string): string => `Remove filter ${label}`,
  selection: 'Selection',
  selected: (count: number): string => `${count.toLocaleString('en')} selected`,
  selecting: 'Selecting...',
  selectAll: (rows: string): string => `Select all ${rows}`,
  clearSelection: 'Clear selection',

  /** Above figures that could not be refreshed. */
  staleText: (time: string): string => `Can't refresh. Last updated at ${time} (Hong Kong time).`,
} as const;
