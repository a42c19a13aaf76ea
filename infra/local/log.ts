import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';

export const LOG_FILE = 'log.jsonl';

/** Every event goes into a file of the data folder. */
export function openLog(dataFolder: string) {
  const file = createWriteStream(join(dataFolder, LOG_FILE), { flags: 'a' });
  return {
    write(line: string): void {
      file.write(`${line}\n`);
    },
    async close(): Promise<void> {
      file.end();
      await once(file, 'close');
    },
  };
}
