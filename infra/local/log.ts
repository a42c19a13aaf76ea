import { appendFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { diskFaultOf } from './disk-fault.ts';
import { PRIVATE_FILE } from './replace-file.ts';

export const LOG_FILE = 'log.jsonl';
/** What was in the log before it reached its limit. */
export const EARLIER_LOG_FILE = 'log.earlier.jsonl';
const MAX_BYTES = 20 * 1024 * 1024;

/** Writes every event to a file of the data folder. While that fails, which is said once, the product goes on without a log. */
export function openLog(
  dataFolder: string,
  { maxBytes = MAX_BYTES, say = console.error }: { maxBytes?: number; say?: (line: string) => void } = {},
) {
  const file = join(dataFolder, LOG_FILE);
  let waiting: string[] = [];
  let writing: Promise<void> | undefined;
  let lostLines = 0;

  async function append(lines: readonly string[]): Promise<void> {
    const size = await stat(file).then(
      (found) => found.size,
      () => 0,
    );
    if (size > maxBytes) await rename(file, join(dataFolder, EARLIER_LOG_FILE));
    // The last line may be cut off, on a full disk: the next one does not go on in it.
    const start = lostLines > 0 ? '\n' : '';
    await appendFile(file, `${start}${lines.join('\n')}\n`, { mode: PRIVATE_FILE });
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const lines = waiting;
      waiting = [];
      try {
        await append(lines);
        if (lostLines > 0) say(`The log is written again. ${lostLines} lines are missing in ${file}.`);
        lostLines = 0;
      } catch (cause) {
        const { reason, remedy } = diskFaultOf(cause) ?? { reason: String(cause), remedy: 'Check the file' };
        if (lostLines === 0)
          say(
            `Can't write the log ${file}: ${reason}. ${remedy}. The server goes on; nothing is logged until then.`,
          );
        lostLines += lines.length;
      }
    }
    writing = undefined;
  }

  return {
    write(line: string): void {
      waiting.push(line);
      writing ??= writeAll();
    },
    /** Resolves when all is written that can be. */
    async close(): Promise<void> {
      await writing;
    },
  };
}
