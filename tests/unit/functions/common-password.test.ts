import { describe, expect, it } from 'vitest';
import { requireUncommonPassword } from '../../../functions/account/password.ts';
import { loadCommonPasswords } from '../../../functions/platform/passwords.ts';
import { hashed, member, SALT } from '../../support/api/make.ts';

const check = (sent: string, salt: string) =>
  requireUncommonPassword({ loadCommonPasswords }, sent, salt, member());

describe('common passwords', () => {
  it.each(['123456', 'trustno1', 'asiagraphics'])(
    'include %s, of at least ten thousand',
    async (password) => {
      expect((await loadCommonPasswords()).length).toBeGreaterThanOrEqual(10_000);
      await expect(check(hashed(password, SALT), SALT)).rejects.toMatchObject({ code: 'password-common' });
    },
  );

  it('are recognised under any salt and in upper-case hex', async () => {
    const sent = hashed('password', 'another-salt').toUpperCase();
    await expect(check(sent, 'another-salt')).rejects.toMatchObject({ code: 'password-common' });
  });
});
