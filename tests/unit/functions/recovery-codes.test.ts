import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { SecondFactorCode } from '#shared/fields';
import { createRecoveryCodes, formatRecoveryCode } from '../../../functions/account/set-up-second-factor.ts';

it('recovery codes are ten different codes of 80 bits, shown in groups of four', () => {
  const codes = createRecoveryCodes({ randomBytes });
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/);
  expect(formatRecoveryCode('abcdefghjkmnpqrs')).toBe('abcd-efgh-jkmn-pqrs');
});

it.each([
  [' ABCD-EFGH JKMN PQRS ', 'abcdefghjkmnpqrs'],
  ['oiLO–0110—oilo-0110', '0110011001100110'],
  ['１２３ ４５６', '123456'],
  ['abcd-efgh-jkmn-pqru', undefined],
])('the entry %s is read as %s', (typed, code) => {
  expect(SecondFactorCode.safeParse(typed).data).toBe(code);
});
