import { describe, expect, it } from 'vitest';
import { isCommonPassword } from '../../../functions/members/password-rules.ts';
import { loadCommonPasswords } from '../../../functions/platform/passwords.ts';
import { hashed, SALT } from '../../support/api/make.ts';

const common = await loadCommonPasswords();
const isCommon = (password: string, personal: string[] = []) =>
  isCommonPassword(hashed(password, SALT), SALT, common, personal);

describe('common passwords', () => {
  it('come from a list of at least ten thousand', () => {
    expect(common.length).toBeGreaterThanOrEqual(10_000);
  });

  it.each(['123456', 'password', 'qwerty', 'iloveyou', 'trustno1', 'asiagraphics'])(
    '%s is one',
    (password) => {
      expect(isCommon(password)).toBe(true);
    },
  );

  it.each(['Utah', 'utah', 'Utah123'])('%s is one of somebody called Utah', (password) => {
    expect(isCommon(password)).toBe(false);
    expect(isCommon(password, ['Utah'])).toBe(true);
  });

  it.each(['a teapot on a Cornell box', 'correct horse battery staple', ''])('%j is none', (password) => {
    expect(isCommon(password, ['Utah'])).toBe(false);
  });

  it('are found under any salt and in capital hex too', () => {
    const salt = 'another-salt';
    expect(isCommonPassword(hashed('password', salt).toUpperCase(), salt, common, [])).toBe(true);
  });
});
