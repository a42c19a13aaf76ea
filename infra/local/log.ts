import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';

export const LOG_FILE = 'log.jsonl';

/** Every event goes into a file of the data folder; what somebody should look at is said on the terminal too. */
export function openLog(dataFolder: string) {
  const file = createWriteStream(join(dataFolder, LOG_FILE), { flags: 'a' });
  return {
    write(line: string, level: 'info' | 'warning' | 'error'): void {
      file.write(`${line}\n`);
      if (level !== 'info') console.error(line);
    },
    async close(): Promise<void> {
      file.end();
      await once(file, 'close');
    },
  };
}
