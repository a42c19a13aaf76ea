import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { databaseFile } from './data-folder.ts';
import { readJsonFile } from './json-file.ts';
import { replaceFile } from './replace-file.ts';
import { StartupError } from './startup-error.ts';

const Secrets = z.object({
  tokenKey: z.string(),
  passwordPepper: z.string(),
  originSecret: z.string(),
  mailKey: z.string(),
});
export type Secrets = z.output<typeof Secrets>;

const newSecret = () => randomBytes(32).toString('base64url');

/**
 * The local product's own secrets, made once; those that a folder of an older version lacks are added. Never a new pepper
 * beside an existing database: every password in it was hashed with the old one.
 */
export async function loadSecrets(folder: string): Promise<Secrets> {
  const file = join(folder, 'secrets.json');
  const hasDatabase = existsSync(databaseFile(folder));
  const lost = `Without the secrets in it no member of ${folder} can log in. Put it back from a backup ("npm run ops -- restore FILE --replace" puts back the whole folder), or move ${folder} away to start with an empty one.`;
  const known = await readJsonFile(z.partial(Secrets), file, hasDatabase ? lost : undefined);
  if (known?.passwordPepper === undefined && hasDatabase) {
    throw new StartupError(`${file} ${known ? 'has no passwordPepper' : 'is missing'}. ${lost}`);
  }
  const complete = Secrets.safeParse(known);
  if (complete.success) return complete.data;
  const made = {
    tokenKey: known?.tokenKey ?? newSecret(),
    passwordPepper: known?.passwordPepper ?? newSecret(),
    originSecret: known?.originSecret ?? newSecret(),
    mailKey: known?.mailKey ?? newSecret(),
  };
  await replaceFile(file, JSON.stringify(made, null, 2));
  return made;
}
