import { describe, expect, it } from 'vitest';
import { secondFactorKeys } from '../../../functions/platform/second-factor-keys.ts';

const keys = secondFactorKeys('pepper-of-the-tests');
const secret = Buffer.from('12345678901234567890');

describe('a sealed secret', () => {
  it('opens for the same member, and differs each time', () => {
    const sealed = keys.seal('31415926', secret);
    expect(Buffer.from(keys.open('31415926', sealed))).toEqual(secret);
    expect(keys.seal('31415926', secret)).not.toBe(sealed);
    expect(Buffer.from(sealed, 'base64').includes(secret)).toBe(false);
  });

  it('does not open for another member, under another pepper, or when it was changed', () => {
    const sealed = keys.seal('31415926', secret);
    const changed = Buffer.from(sealed, 'base64');
    changed[20] = (changed[20] ?? 0) ^ 1;
    expect(() => keys.open('27182818', sealed)).toThrow();
    expect(() => secondFactorKeys('another pepper').open('31415926', sealed)).toThrow();
    expect(() => keys.open('31415926', changed.toString('base64'))).toThrow();
  });
});

it('a recovery code is hashed with member and pepper', () => {
  const hash = keys.hashRecoveryCode('31415926', 'abcdefghjkmnpqrs');
  expect(hash).toBe(keys.hashRecoveryCode('31415926', 'abcdefghjkmnpqrs'));
  expect(hash).not.toBe(keys.hashRecoveryCode('27182818', 'abcdefghjkmnpqrs'));
  expect(hash).not.toBe(secondFactorKeys('another').hashRecoveryCode('31415926', 'abcdefghjkmnpqrs'));
});
