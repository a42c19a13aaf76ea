import * as z from 'zod';

/** The fields that an entry of these lists leaves out while they are missing. */
const expectedFields: Record<string, readonly string[]> = {
  editions: ['dates', 'location'],
  issues: ['date', 'document'],
};

const Name = z.union([z.string(), z.number()]).optional();
const Entry = z.looseObject({
  name: Name,
  title: Name,
  year: Name,
  number: Name,
  sample: z.boolean().optional(),
  incomplete: z.array(z.string()).optional(),
  gaps: z.array(z.string()).optional(),
});

/** What is not known yet, one phrase each: samples, missing fields, incomplete lists, and what the file itself names. */
export const findGaps = (value: unknown, path: string[] = []): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const { name, title, year, number, sample, incomplete = [], gaps = [] } = Entry.safeParse(value).data ?? {};
  const label = name ?? title ?? year ?? number;
  const place = path.length > 0 ? `"${path.join('.')}"` : 'This entry';
  const entry = label === undefined ? place : `${place} (${label})`;
  const missing = (expectedFields[path.at(-2) ?? ''] ?? []).filter((field) => !(field in value));
  return [
    ...(sample ? [`${entry} is a sample`] : []),
    ...(missing.length > 0 ? [`${entry} has no "${missing.join('" and no "')}"`] : []),
    ...incomplete.map((list) => `${entry}: "${list}" is incomplete`),
    ...gaps,
    ...Object.entries(value).flatMap(([key, inner]) => findGaps(inner, [...path, key])),
  ];
};
