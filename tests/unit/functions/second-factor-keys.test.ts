import { expect, it } from 'vitest';
import { secondFactorKeys } from '../../../functions/platform/second-factor.ts';

const keys = secondFactorKeys('pepper-of-the-tests');
const secret = Buffer.from('12345678901234567890');

it('a sealed secret opens for its member alone, under the same pepper, unchanged', () => {
  const sealed = keys.seal('31415926', secret);
  expect(Buffer.from(keys.open('31415926', sealed))).toEqual(secret);
  expect(keys.seal('31415926', secret)).not.toBe(sealed);
  const changed = Buffer.from(sealed, 'base64');
  changed[20] = (changed[20] ?? 0) ^ 1;
  expect(() => keys.open('27182818', sealed)).toThrow();
  expect(() => secondFactorKeys('another pepper').open('31415926', sealed)).toThrow();
  expect(() => keys.open('31415926', changed.toString('base64'))).toThrow();
});

it('a recovery code is hashed with member and pepper', () => {
  const hash = keys.hashRecoveryCode('31415926', 'abcdefghjkmnpqrs');
  expect(keys.hashRecoveryCode('27182818', 'abcdefghjkmnpqrs')).not.toBe(hash);
  expect(secondFactorKeys('another').hashRecoveryCode('31415926', 'abcdefghjkmnpqrs')).not.toBe(hash);
});
