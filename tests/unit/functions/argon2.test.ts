import { describe, expect, it } from 'vitest';
import { argon2PasswordHasher } from '../../../functions/platform/passwords.ts';

const cheap = { memoryKiB: 64, passes: 1 };

describe('argon2id', () => {
  it('uses 19 MiB, 2 passes and 1 lane in production', async () => {
    const hash = await argon2PasswordHasher('pepper').hash('password');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  });

  it('verifies the password, only with the pepper', async () => {
    const hash = await argon2PasswordHasher('pepper', cheap).hash('password');
    expect(await argon2PasswordHasher('pepper', cheap).verify(hash, 'password')).toBe(true);
    expect(await argon2PasswordHasher('pepper', cheap).verify(hash, 'passwore')).toBe(false);
    expect(await argon2PasswordHasher('salt', cheap).verify(hash, 'password')).toBe(false);
    expect(await argon2PasswordHasher('pepper', cheap).verifyDummy('password')).toBe(false);
  });

  it('salts each hash, and recognises outdated parameters', async () => {
    const hasher = argon2PasswordHasher('pepper', cheap);
    const [one, other] = [await hasher.hash('password'), await hasher.hash('password')];
    expect(one).not.toBe(other);
    expect(hasher.needsRehash(one)).toBe(false);
    expect(argon2PasswordHasher('pepper').needsRehash(one)).toBe(true);
    expect(await argon2PasswordHasher('pepper').verify(one, 'password')).toBe(true);
  });
});
