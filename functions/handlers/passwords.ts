import { type Member, NO_PASSWORD } from '../members/member.ts';
import { dynamoMembers } from '../members/repository.ts';
import { ApiConfig, type Environment, readConfig } from '../platform/config.ts';
import { argon2PasswordHasher } from '../platform/passwords.ts';
import { openTable } from '../platform/table/table.ts';

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
