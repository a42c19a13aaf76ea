/** A process of one contender: runs its work in all lanes at once for as long as it is told, and counts. */

/** Prepares a contender and returns one operation, which throws unless it succeeds. */
export type Work = (lanes: number) => Promise<(lane: number) => Promise<void>>;

export interface Counts {
  operations: number;
  seconds: number;
  /** What the process itself has used, without those that it has started. */
  ownCpuSeconds: number;
}

const [file = '', name = '', given = ''] = process.argv.slice(2);
const lanes = Number(given);
const { [name]: work }: Record<string, Work> = await import(file);
if (!work) throw new Error(`${file} has no ${name}`);
const operate = await work(lanes);

async function run(seconds: number): Promise<Counts> {
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  const passed = () => (performance.now() - startedAt) / 1000;
  let operations = 0;
  const lane = async (_: unknown, index: number) => {
    while (passed() < seconds) {
      await operate(index);
      operations += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const { user, system } = process.cpuUsage(cpuBefore);
  return { operations, seconds: passed(), ownCpuSeconds: (user + system) / 1e6 };
}

process.on('message', async (seconds: number) => process.send?.(await run(seconds)));
process.send?.('ready');
