import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { SecondFactorCode } from '#shared/fields';
import { createRecoveryCodes, formatRecoveryCode } from '../../../functions/second-factor/second-factor.ts';

it('recovery codes are ten different codes of 80 bits', () => {
  const codes = createRecoveryCodes({ randomBytes });
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/);
  expect(createRecoveryCodes({ randomBytes: (length) => new Uint8Array(length).fill(255) })[0]).toBe(
    'z'.repeat(16),
  );
});

it.each([
  ['abcd-efgh-jkmn-pqrs', 'abcdefghjkmnpqrs'],
  [' ABCD EFGH JKMN PQRS ', 'abcdefghjkmnpqrs'],
  ['oiLO–0110—oilo-0110', '0110011001100110'],
  ['123 456', '123456'],
  ['１２３４５６', '123456'],
])('the entry %s is read as %s', (typed, code) => {
  expect(SecondFactorCode.parse(typed)).toBe(code);
});

it.each(['', '12345', '1234567', 'abcd-efgh-jkmn', 'abcd-efgh-jkmn-pqru', 'x'.repeat(41)])(
  'the entry "%s" is rejected',
  (typed) => {
    expect(SecondFactorCode.safeParse(typed).success).toBe(false);
  },
);

it('a recovery code is shown in groups of four', () => {
  expect(formatRecoveryCode('abcdefghjkmnpqrs')).toBe('abcd-efgh-jkmn-pqrs');
});
