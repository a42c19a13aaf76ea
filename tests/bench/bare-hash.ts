import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { productionArgon2Cost } from '../../functions/platform/passwords.ts';
import { PASSWORD } from '../support/api/make.ts';

/** Nothing of a sign-in but the hash of its password. */
export async function open() {
  const options = {
    algorithm: 2,
    memoryCost: productionArgon2Cost.memoryKiB,
    timeCost: productionArgon2Cost.passes,
    parallelism: 1,
    secret: randomBytes(32),
  };
  const stored = await hash(PASSWORD, options);
  return {
    async signIn() {
      if (!(await verify(stored, PASSWORD, options))) throw new Error('The hash does not match');
    },
  };
}
