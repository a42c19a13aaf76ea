/** One page of a list; `next` is where the next page begins, absent after the last. */
export interface Page<Item> {
  items: Item[];
  next?: string | undefined;
}

/**
 * The page of a list in memory that follows `cursor`, ordered by key. The cursor is the key of the last item shown, so
 * that it stays valid if that item leaves the list.
 */
export function pageAfter<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  {
    cursor,
    limit,
    order = 'ascending',
  }: { cursor: string | undefined; limit: number; order?: 'ascending' | 'descending' },
): Page<Item> & { total: number } {
  const sign = order === 'ascending' ? 1 : -1;
  const compare = (one: string, other: string) => (one === other ? 0 : one < other ? -sign : sign);
  const rest = items
    .map((item) => ({ key: keyOf(item), item }))
    .filter(({ key }) => cursor === undefined || compare(key, cursor) > 0)
    .toSorted((one, other) => compare(one.key, other.key));
  const page = rest.slice(0, limit);
  return {
    items: page.map(({ item }) => item),
    next: rest.length > limit ? page.at(-1)?.key : undefined,
    total: items.length,
  };
}

/** Every item of a list, which is read page by page; a caller that stops early requests no further page. */
export async function* everyItem<Item>(
  ask: (from: string | undefined) => Promise<{ items: readonly Item[]; next?: string | undefined }>,
): AsyncGenerator<Item, void> {
  let from: string | undefined;
  do {
    const page = await ask(from);
    yield* page.items;
    from = page.next;
  } while (from !== undefined);
}

/** The items in lists of `size`, of which the last may be shorter; none is empty. */
export const batchesOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

/** Groups items that are still being read into lists of `size`, and yields each as soon as it is full. */
export async function* readBatches<Item>(
  items: AsyncIterable<Item>,
  size: number,
): AsyncGenerator<Item[], void> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
