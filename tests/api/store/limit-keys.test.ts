import fc from 'fast-check';
import { expect, it } from 'vitest';
import { attemptKinds, limitRules, rowNames } from '../../../functions/limits/limits.ts';
import { keys } from '../../../functions/platform/table/schema.ts';

const names = [
  ...Object.values(limitRules).map(({ name }) => name),
  ...attemptKinds,
  ...Object.values(rowNames),
];
/** Any username or address, and text that would forge another row's key if it stood in it. */
const part = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('#', '~', '~0', '~1', '@', '-', 'LIMIT', 'last', ...names), { maxLength: 6 })
    .map((pieces) => pieces.join('')),
);
const row = fc.record({
  name: fc.constantFrom(...names),
  subject: fc.array(part, { minLength: 1, maxLength: 3 }),
  window: fc.constantFrom('-', 'last', '2026-03-02T00:00:00.000Z'),
});
const keyOf = ({ name, subject, window }: { name: string; subject: string[]; window: string }) =>
  keys.limit(name, subject, window).pk;

it('different rules, subjects and windows have different keys, whatever characters a subject has', () => {
  expect(new Set(names).size).toBe(names.length);
  fc.assert(
    fc.property(row, row, fc.constantFrom('#', '@', '~', '~1', '-', ':'), (one, other, separator) => {
      expect(keyOf(one) === keyOf(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      if (one.subject.length > 1)
        expect(keyOf({ ...one, subject: [one.subject.join(separator)] })).not.toBe(keyOf(one));
    }),
    { numRuns: 3000 },
  );
});

it('a key names nobody', () => {
  const subject = ['teapot@example.org', '203.0.113.7'];
  expect(keys.limit('known-network', subject, '-').pk).toMatch(/^LIMIT#known-network#[\w-]{32}#-$/);
});
