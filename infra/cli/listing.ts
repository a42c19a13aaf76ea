import type { Page } from '#shared/paging';

interface Shown<Item> {
  json?: true | undefined;
  /** Printed for an empty list. */
  none: string;
  /** The parts of an item's line; empty ones are left out. */
  cells: (item: Item) => readonly (string | undefined)[];
  /** The command that lists the next page. */
  more?: (cursor: string) => string;
}

/** A whole list or a page of one: JSON for programs, or lines and how to see the next page. */
export function listing<Item>(
  found: readonly Item[] | Page<Item>,
  { json, none, cells, more }: Shown<Item>,
): string {
  if (json) return JSON.stringify(found, null, 2);
  const { items, next } = 'items' in found ? found : { items: found, next: undefined };
  if (items.length === 0) return none;
  const lines = items.map((item) => cells(item).filter(Boolean).join('  '));
  return [...lines, ...(next !== undefined && more ? [`More: ${more(next)}`] : [])].join('\n');
}
