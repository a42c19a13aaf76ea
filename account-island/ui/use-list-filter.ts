import { useLocation, useNavigate } from 'react-router-dom';
import type * as z from 'zod/mini';
import { keepState, useHistoryState } from './history-entry.ts';

/** The filter in the fragment of an address. What does not fit the schema is left out. */
function parseListFilter<S extends z.ZodMiniType<object>>(
  schema: S,
  none: z.output<S>,
  hash: string,
): z.output<S> {
  const written = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  const { data, error } = schema.safeParse({ ...none, ...written });
  if (data) return data;
  for (const { path } of error?.issues ?? []) delete written[String(path[0])];
  return schema.safeParse({ ...none, ...written }).data ?? none;
}

/** The filter in the address by now, which may be further than what was rendered. */
export const currentListFilter = <S extends z.ZodMiniType<object>>(
  schema: S,
  none: z.output<S>,
): z.output<S> => parseListFilter(schema, none, location.hash);

/** The fragment for a filter: what differs from `none`. */
export function listFilterFragment(filter: object, none: object): string {
  const defaults = new Map(Object.entries(none));
  return String(
    new URLSearchParams(Object.entries(filter).filter(([name, value]) => value !== defaults.get(name))),
  );
}

/**
 * The filter of a list, which stands in the address's fragment: searches contain names, and a fragment is in no request.
 * Changing the same part again, as typing does, makes no further step of the history.
 */
export function useListFilter<S extends z.ZodMiniType<object>>(schema: S, none: z.output<S>) {
  const { hash } = useLocation();
  const { changedFields, openedFrom } = useHistoryState();
  const navigate = useNavigate();
  const change = (changes: Readonly<Record<string, string | undefined>>) => {
    const before = new Map(Object.entries(currentListFilter(schema, none)));
    const changing = Object.entries(changes).filter(([name, value]) => value !== before.get(name));
    if (changing.length === 0) return;
    const names = changing.map(([name]) => name).join();
    const filter = Object.fromEntries([...before, ...changing]);
    navigate(
      { search: location.search, hash: listFilterFragment(filter, none) },
      { replace: names === changedFields, state: keepState({ changedFields: names, openedFrom }) },
    );
  };
  return [parseListFilter(schema, none, hash), change] as const;
}
