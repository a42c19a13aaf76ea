import type { Browser, Page } from 'playwright-core';

/** Lighthouse's phone: its network, a round trip in it, and what devtools add to a request for it. */
const NETWORK = { offline: false, downloadThroughput: 184_320, uploadThroughput: 84_375 };
export const ROUND_TRIP_MS = 150;
export const REQUEST_MS = 562.5;

/** Runs with a page of a phone, which has visited nothing yet. */
export async function onPhone<Result>(
  browser: Browser,
  { latency, slowdown = 1 }: { latency: number; slowdown?: number },
  run: (page: Page) => Promise<Result>,
): Promise<Result> {
  // Pages that are only compared have no policy of their own.
  const viewport = { width: 412, height: 823 };
  const context = await browser.newContext({ bypassCSP: true, viewport, deviceScaleFactor: 1.75 });
  const page = await context.newPage();
  const phone = await context.newCDPSession(page);
  await phone.send('Network.emulateNetworkConditions', { ...NETWORK, latency });
  await phone.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  try {
    return await run(page);
  } finally {
    await context.close();
  }
}
