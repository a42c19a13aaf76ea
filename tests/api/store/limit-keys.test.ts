import fc from 'fast-check';
import { expect, it } from 'vitest';
import { attemptKinds, type LimitName, limitRules, rowNames } from '../../../functions/limits/limits.ts';
import { keys } from '../../../functions/platform/table/schema.ts';

const names: LimitName[] = [
  ...Object.values(limitRules).map(({ name }) => name),
  ...attemptKinds,
  ...Object.values(rowNames),
];

/** Any username or address, and text that would forge another row's key if it stood in it. */
const part = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '#',
        '~',
        '~0',
        '~1',
        '@',
        '-',
        'LIMIT',
        'last',
        '2026-03-02T00:00:00.000Z',
        '31415926',
        ...names,
      ),
      { maxLength: 6 },
    )
    .map((pieces) => pieces.join('')),
);
const row = fc.record({
  name: fc.constantFrom(...names),
  subject: fc.array(part, { minLength: 1, maxLength: 3 }),
  window: fc.constantFrom('-', 'last', '2026-03-02T00:00:00.000Z', '2026-03-02T08:00:00.000Z'),
});

it('the names of limits are unique', () => {
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z-]+$/);
});

it('different rules, subjects and windows have different keys, whatever characters a subject has', () => {
  fc.assert(
    fc.property(row, row, (one, other) => {
      const key = ({ name, subject, window }: typeof one) => keys.limit(name, subject, window).pk;
      const same = JSON.stringify(one) === JSON.stringify(other);
      expect(key(one) === key(other)).toBe(same);
    }),
    { numRuns: 5000 },
  );
});

it('differently joined parts have different keys', () => {
  fc.assert(
    fc.property(fc.array(part, { minLength: 2, maxLength: 3 }), fc.nat(), (parts, at) => {
      const cut = 1 + (at % (parts.length - 1));
      for (const separator of ['#', '@', '~', '~1', '-', ':']) {
        const joined = [parts.slice(0, cut).join(separator), ...parts.slice(cut)];
        if (joined.length === parts.length) continue;
        expect(keys.limit('sign-in', joined, '-').pk).not.toBe(keys.limit('sign-in', parts, '-').pk);
      }
      const [first = '', ...rest] = parts;
      expect(keys.limit('sign-in', first, '-').pk).not.toBe(keys.limit('sign-in', [first, ...rest], '-').pk);
    }),
    { numRuns: 2000 },
  );
});

it('a key names nobody', () => {
  const subject = ['teapot@example.org', '203.0.113.7'];
  expect(keys.limit('known-network', subject, '-').pk).toMatch(/^LIMIT#known-network#[\w-]{32}#-$/);
});
