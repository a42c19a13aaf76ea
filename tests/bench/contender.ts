import type { Counts, Work } from './contest.ts';

/** A process of one contender: runs its work in all lanes at once for as long as it is told, and counts. */

const [file = '', name = '', lanes = ''] = process.argv.slice(2);
const { [name]: work }: Record<string, Work> = await import(file);
if (!work) throw new Error(`${file} has no ${name}`);
const operate = await work();

async function run(milliseconds: number): Promise<Counts> {
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  const passed = () => performance.now() - startedAt;
  let operations = 0;
  const lane = async (_: unknown, index: number) => {
    while (passed() < milliseconds) {
      await operate(index);
      operations += 1;
    }
  };
  await Promise.all(Array.from({ length: Number(lanes) }, lane));
  const { user, system } = process.cpuUsage(cpuBefore);
  return { operations, seconds: passed() / 1000, cpuSeconds: (user + system) / 1e6 };
}

process.on('message', async (milliseconds: number) => process.send?.(await run(milliseconds)));
process.send?.('ready');
