import { availableParallelism } from 'node:os';
import type { PasswordHasher } from '../domain/members/member.ts';

export interface Argon2Cost {
  memoryKiB: number;
  passes: number;
}

/** OWASP's first choice for argon2id; about 30 ms on one core. */
export const productionCost: Argon2Cost = { memoryKiB: 19_456, passes: 2 };

/** Native code, loaded with the first password: most calls check none. */
const argon2 = () => import('@node-rs/argon2');

/** The package's const enum cannot be read where each file is compiled alone. */
const ARGON2ID = 2;

let free = availableParallelism();
const waiting: (() => void)[] = [];

/** No more at once than there are cores: each works through 19 MiB, and others would only push that out of the cache. */
async function onACore<T>(work: () => Promise<T>): Promise<T> {
  if (free > 0) free -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }
}

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
  const hash = (password: string) => onACore(async () => (await argon2()).hash(password, options));
  const verify = (passwordHash: string, password: string) =>
    onACore(async () => (await argon2()).verify(passwordHash, password, { secret }));
  let nobody: Promise<string> | undefined;

  return {
    hash,
    verify,
    async verifyNothing(password) {
      nobody ??= hash('nobody');
      await verify(await nobody, password);
      return false;
    },
    isOutdated: (passwordHash) => !passwordHash.startsWith(parameters),
  };
}
