export type Found = 'alive' | 'dead' | 'unclear' | 'unreachable';

const WAIT_MILLISECONDS = 15_000;
const AT_ONCE = 8;

/** Some servers refuse a HEAD that they would answer as GET. */
const statusOf = async (href: string, ask: typeof fetch): Promise<number> => {
  for (const method of ['HEAD', 'GET']) {
    const { status, body } = await ask(href, {
      method,
      redirect: 'follow',
      headers: { 'user-agent': 'Mozilla/5.0 (compatible; link check of a website)' },
      signal: AbortSignal.timeout(WAIT_MILLISECONDS),
    });
    await body?.cancel();
    if (status < 400 || method === 'GET') return status;
  }
  return 0;
};

/** A page that is gone is dead; a server that refuses a robot, is busy or broken today leaves it unclear. */
const check = async (href: string, ask: typeof fetch): Promise<Found> => {
  try {
    const status = await statusOf(href, ask);
    if (status < 400) return 'alive';
    return status === 404 || status === 410 ? 'dead' : 'unclear';
  } catch {
    return 'unreachable';
  }
};

/** What became of each address, a few asked at a time. Without a network all are unreachable. */
export const checkLinks = async (
  hrefs: readonly string[],
  ask: typeof fetch = fetch,
): Promise<Map<string, Found>> => {
  const found = new Map<string, Found>();
  const waiting = [...hrefs];
  const work = async () => {
    for (let href = waiting.shift(); href !== undefined; href = waiting.shift()) {
      found.set(href, await check(href, ask));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
};
