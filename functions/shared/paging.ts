/** Every page of a list, one after the other; who stops early asks for no further one. */
export async function* everyPage<Page extends { next?: string | undefined }>(
  ask: (from: string | undefined) => Promise<Page>,
): AsyncGenerator<Page> {
  let from: string | undefined;
  do {
    const page = await ask(from);
    yield page;
    from = page.next;
  } while (from !== undefined);
}
