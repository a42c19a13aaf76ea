/** A process of one contender: does one kind of work in all lanes at once for as long as it is told, and counts. */

export interface Contender {
  /** Throws unless it succeeds; resolves to the session's token. */
  signIn(lane: number): Promise<string>;
  /** One request that needs the session, which throws unless it counts. */
  useSession(token: string): () => Promise<void>;
}

export type Work = 'sign-ins' | 'session-checks';

export interface Counts {
  operations: number;
  /** What the process itself has used, without those that it has started. */
  ownCpuSeconds: number;
}

const [file = '', work, given = ''] = process.argv.slice(2);
const lanes = Array.from({ length: Number(given) }, (_, lane) => lane);
const { open }: { open(lanes: number): Promise<Contender> } = await import(file);
const { signIn, useSession } = await open(lanes.length);
const operations =
  work === 'sign-ins'
    ? lanes.map((lane) => () => signIn(lane))
    : (await Promise.all(lanes.map(signIn))).map(useSession);

async function run(seconds: number): Promise<Counts> {
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  let count = 0;
  const repeat = async (operation: () => Promise<unknown>) => {
    for (; performance.now() - startedAt < seconds * 1000; count += 1) await operation();
  };
  await Promise.all(operations.map(repeat));
  const { user, system } = process.cpuUsage(cpuBefore);
  return { operations: count, ownCpuSeconds: (user + system) / 1e6 };
}

process.on('message', async (seconds: number) => process.send?.(await run(seconds)));
process.send?.('ready');
