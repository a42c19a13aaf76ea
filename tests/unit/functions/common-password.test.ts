import { describe, expect, it } from 'vitest';
import { isCommonPassword } from '../../../functions/account/password.ts';
import { loadCommonPasswords } from '../../../functions/platform/passwords.ts';
import { hashed, SALT } from '../../support/api/make.ts';

const common = await loadCommonPasswords();
const isCommon = (password: string, personal: string[] = []) =>
  isCommonPassword(hashed(password, SALT), SALT, common, personal);

describe('common passwords', () => {
  it.each(['123456', 'trustno1', 'asiagraphics'])('include %s, of at least ten thousand', (password) => {
    expect(common.length).toBeGreaterThanOrEqual(10_000);
    expect(isCommon(password)).toBe(true);
  });

  it('are recognised under any salt and in upper-case hex', () => {
    const salt = 'another-salt';
    expect(isCommonPassword(hashed('password', salt).toUpperCase(), salt, common, [])).toBe(true);
  });
});
