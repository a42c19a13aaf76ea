import { setTimeout as pass } from 'node:timers/promises';

const POLL_MS = 200;
const LIMIT_MS = 20_000;

/**
 * In development the server behind the site starts anew when one of its files changes: requests wait for it instead of
 * failing. It answers 503 until it is ready.
 */
export async function waitForServer(url: string): Promise<void> {
  const giveUpAt = performance.now() + LIMIT_MS;
  while (performance.now() < giveUpAt) {
    const status = await fetch(`${url}/_local/inbox.css`).then(
      (reply) => reply.status,
      () => 503,
    );
    if (status !== 503) return;
    await pass(POLL_MS);
  }
}
