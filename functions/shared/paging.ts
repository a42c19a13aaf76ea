/** A part of a list; `next` is where the following part begins, absent after the last. */
export interface Page<Item> {
  items: Item[];
  next?: string | undefined;
}

/** Every page of a list, one after the other; who stops early asks for no further one. */
export async function* everyPage<Part extends { next?: string | undefined }>(
  ask: (from: string | undefined) => Promise<Part>,
): AsyncGenerator<Part> {
  let from: string | undefined;
  do {
    const page = await ask(from);
    yield page;
    from = page.next;
  } while (from !== undefined);
}
