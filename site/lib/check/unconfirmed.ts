import { leaves } from './leaves.ts';

/** What an entry of these files shows as "To be confirmed" while it is not there. */
const expected: Record<string, readonly string[]> = {
  editions: ['dates', 'location'],
  issues: ['date'],
};

type Entry = { year?: number; number?: number };

const entriesOf = (data: unknown, list: string): Entry[] => {
  const found = typeof data === 'object' && data !== null && list in data ? Reflect.get(data, list) : [];
  return Array.isArray(found) ? found : [];
};

/** Facts that no source confirms yet, each as the place in the file and what is missing there. */
export const unconfirmedIn = (data: unknown): string[] => [
  ...Object.entries(expected).flatMap(([list, fields]) =>
    entriesOf(data, list).flatMap((entry) => {
      const missing = fields.filter((field) => !(field in entry));
      return missing.length === 0
        ? []
        : [`${list} ${entry.year ?? entry.number}: no ${missing.join(', no ')}`];
    }),
  ),
  ...leaves(data).flatMap(({ path, leaf }) => {
    if (path.at(-2) === 'incomplete') return [`${path.slice(0, -2).join('.')}: ${leaf} are known in part`];
    return typeof leaf === 'string' && /to be confirmed/i.test(leaf) ? [`${path.join('.')}: "${leaf}"`] : [];
  }),
];
