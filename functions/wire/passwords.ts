import { ApiConfig, type Environment, readConfig } from '../config.ts';
import { argon2PasswordHasher } from '../crypto/argon2.ts';
import { type Member, NO_PASSWORD } from '../domain/members/member.ts';
import { openTable } from '../store/client.ts';
import { dynamoMembers } from '../store/members.ts';

/** Checks and replaces passwords, as the browser sends them, without a session and without a limit: for the sample accounts of one machine. */
export function wirePasswords(environment: Environment) {
  const config = readConfig(ApiConfig, environment);
  const members = dynamoMembers(openTable(config.TABLE_NAME));
  const { hash, verify } = argon2PasswordHasher(config.PASSWORD_PEPPER);
  return {
    isPasswordOf: async ({ passwordHash }: Member, password: string): Promise<boolean> =>
      passwordHash !== NO_PASSWORD && verify(passwordHash, password),
    replacePassword: async ({ uid, passwordHash }: Member, password: string): Promise<void> =>
      members.upgradePasswordHash(uid, passwordHash, await hash(password)),
  };
}

export type Passwords = ReturnType<typeof wirePasswords>;
