export type LinkState = 'alive' | 'dead' | 'unclear' | 'unreachable';

const TIMEOUT_MS = 15_000;
const CONCURRENCY = 8;

/** Some servers reject a HEAD request that they would answer as GET. */
const statusOf = async (href: string, fetchPage: typeof fetch): Promise<number> => {
  for (const method of ['HEAD', 'GET']) {
    const { status, body } = await fetchPage(href, {
      method,
      redirect: 'follow',
      headers: { 'user-agent': 'Mozilla/5.0 (compatible; link check of a website)' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await body?.cancel();
    if (status < 400 || method === 'GET') return status;
  }
  return 0;
};

/** 404 and 410 are dead links; any other error may come from a busy server, or from one that blocks robots. */
const check = async (href: string, fetchPage: typeof fetch): Promise<LinkState> => {
  try {
    const status = await statusOf(href, fetchPage);
    if (status < 400) return 'alive';
    return status === 404 || status === 410 ? 'dead' : 'unclear';
  } catch {
    return 'unreachable';
  }
};

/** The state of each address, checked a few at a time. Without a network, all are unreachable. */
export const checkLinks = async (
  hrefs: readonly string[],
  fetchPage: typeof fetch = fetch,
): Promise<Map<string, LinkState>> => {
  const found = new Map<string, LinkState>();
  const waiting = [...hrefs];
  const work = async () => {
    for (let href = waiting.shift(); href !== undefined; href = waiting.shift()) {
      found.set(href, await check(href, fetchPage));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return found;
};
