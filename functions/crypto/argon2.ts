import { hash, verify } from '@node-rs/argon2';
import type { PasswordHasher } from '../domain/members/member.ts';

export interface Argon2Cost {
  memoryKiB: number;
  passes: number;
}

/** OWASP's first choice for argon2id; about 30 ms on one core. */
export const productionCost: Argon2Cost = { memoryKiB: 19_456, passes: 2 };

/** The package's const enum cannot be read where each file is compiled alone. */
const ARGON2ID = 2;

/** Argon2id, one lane, a salt of its own in each hash, and a pepper that the table does not hold. */
export function argon2Hasher(pepper: string, cost: Argon2Cost = productionCost): PasswordHasher {
  const secret = Buffer.from(pepper);
  const options = {
    algorithm: ARGON2ID,
    memoryCost: cost.memoryKiB,
    timeCost: cost.passes,
    parallelism: 1,
    secret,
  };
  const parameters = `$argon2id$v=19$m=${cost.memoryKiB},t=${cost.passes},p=1$`;
  let nobody: Promise<string> | undefined;

  return {
    hash: (password) => hash(password, options),
    verify: (passwordHash, password) => verify(passwordHash, password, { secret }),
    async verifyNothing(password) {
      nobody ??= hash('nobody', options);
      await verify(await nobody, password, { secret });
      return false;
    },
    isOutdated: (passwordHash) => !passwordHash.startsWith(parameters),
  };
}
