import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashPassword } from '../../../functions/shared/password-hash.ts';

// The example of FIPS 180-2: SHA-256("abc").
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

it.each([
  ['ab', 'c'],
  ['a', 'bc'],
  // NFKC: full width, and composed.
  ['ａｂ', 'c'],
])('the hash of %j with salt %j is the standard example', async (password, salt) => {
  expect(await hashPassword(password, salt)).toBe(ABC);
});

it.each([
  [' leading and trailing ', 'salt'],
  ['密码🫖', 'salt'],
  ['x'.repeat(5000), 'salt'],
])('%j is neither trimmed nor cut', async (password, salt) => {
  const expected = createHash('sha256')
    .update(password + salt)
    .digest('hex');
  expect(await hashPassword(password, salt)).toBe(expected);
});
