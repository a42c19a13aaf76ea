/** Every value of a file's data with the names that lead to it. */
export const leaves = (value: unknown, path: string[] = []): { path: string[]; leaf: unknown }[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))
    : [{ path, leaf: value }];
