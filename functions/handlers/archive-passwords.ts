import { argon2PasswordHasher } from '../platform/passwords.ts';

/** The archive's one password has no pepper: its hash is a secret itself. */
export const archivePasswords = argon2PasswordHasher('');

/** For its secret; the password's letters count in every form. */
export const hashArchivePassword = (password: string): Promise<string> =>
  archivePasswords.hash(password.normalize('NFKC'));
