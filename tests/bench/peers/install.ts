import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Brings a peer's own dependencies, as its lock file has them; returns its folder. */
export async function installPeer(name: string): Promise<string> {
  const folder = join(import.meta.dirname, name);
  await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
  return folder;
}
