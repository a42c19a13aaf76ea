import { chmod, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSecrets, lockDataFolder } from '../../infra/local/data-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

describe('the secrets', () => {
  /** A folder that has had members. */
  async function used() {
    const folder = temporaryFolder();
    const secrets = await loadSecrets(folder);
    await writeFile(join(folder, 'database.sqlite'), '');
    return { folder, file: join(folder, 'secrets.json'), secrets };
  }

  it('are created once, readable for this user only', async () => {
    const folder = temporaryFolder();
    const secrets = await loadSecrets(folder);
    expect(new Set(Object.values(secrets)).size).toBe(4);
    for (const secret of Object.values(secrets)) expect(secret.length).toBeGreaterThan(32);
    expect(await loadSecrets(folder)).toEqual(secrets);
    expect(await modeOf(join(folder, 'secrets.json'))).toBe(0o600);
  });

  it.each([
    ['missing', (file: string) => rm(file), 'is missing.'],
    ['cut off', (file: string) => truncate(file, 40), 'It is damaged or was changed.'],
    ['without the pepper', (file: string) => writeFile(file, '{"tokenKey":"x"}'), 'has no passwordPepper.'],
  ])('never get a new pepper for existing members if the file is %s', async (_, harm, reason) => {
    const { folder, file } = await used();
    await harm(file);
    const before = await readFile(file, 'utf8').catch(() => '');
    const refused = expect(loadSecrets(folder)).rejects;
    await refused.toThrow(file);
    await refused.toThrow(reason);
    await refused.toThrow(
      `Without the secrets in it no member of ${folder} can log in. Put it back from a backup ("npm run ops -- restore FILE --replace" puts back the whole folder), or move ${folder} away to start with an empty one.`,
    );
    expect(await readFile(file, 'utf8').catch(() => '')).toBe(before);
  });
});

it('the data folder is closed to other users, unless all of them share it', async () => {
  const folder = temporaryFolder();
  for (const [before, after] of [
    [0o755, 0o700],
    [0o1777, 0o777],
  ] as const) {
    await chmod(folder, before);
    await (await lockDataFolder(folder)).release();
    expect(await modeOf(folder)).toBe(after);
  }
});
