import { commonPasswordsOf } from '#shared/common-passwords';

export type PasswordHasher = ReturnType<typeof argon2PasswordHasher>;

/** OWASP's first choice for argon2id; about 30 ms on one core. */
export const productionArgon2Cost = { memoryKiB: 19_456, passes: 2 };

/** Native code, loaded with the first password: most calls check none. */
const argon2 = () => import('@node-rs/argon2');

/** The package's const enum cannot be read where each file is compiled alone. */
const ARGON2ID = 2;

/**
 * Argon2id, one lane, a salt in each hash, and a pepper that is not in the table. It runs on the calling thread: a
 * function answers one request at a time, and two threads would push each other's memory out of the core's cache.
 */
export function argon2PasswordHasher(pepper: string, cost = productionArgon2Cost) {
  const secret = Buffer.from(pepper);
  const options = {
    algorithm: ARGON2ID,
    memoryCost: cost.memoryKiB,
    timeCost: cost.passes,
    parallelism: 1,
    secret,
  };
  const parameters = `$argon2id$v=19$m=${cost.memoryKiB},t=${cost.passes},p=1$`;
  const hash = async (password: string) => (await argon2()).hashSync(password, options);
  const verify = async (passwordHash: string, password: string) =>
    (await argon2()).verifySync(passwordHash, password, { secret });
  const unpadded = (bytes: number) => Buffer.alloc(bytes).toString('base64').replace(/=+$/, '');
  const nobody = `${parameters}${unpadded(16)}$${unpadded(32)}`;

  return {
    hash,
    verify,
    /** Costs as much as `verify`, for usernames that do not exist. */
    async verifyDummy(password: string): Promise<false> {
      await verify(nobody, password);
      return false;
    },
    needsRehash: (passwordHash: string): boolean => !passwordHash.startsWith(parameters),
  };
}

/** From the word lists of zxcvbn, which are loaded with the first registration. */
export async function loadCommonPasswords(): Promise<readonly string[]> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return commonPasswordsOf(dictionary['passwords-common']);
}
