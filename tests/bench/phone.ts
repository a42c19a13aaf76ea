import type { Browser, Page } from 'playwright-core';

/** Lighthouse's phone: what devtools add to a request, its network, and how much slower than this machine it is. */
export const REQUEST_MS = 562.5;
const NETWORK = {
  offline: false,
  latency: REQUEST_MS,
  downloadThroughput: 184_320,
  uploadThroughput: 84_375,
};
const SLOWDOWN = 4;

/** Runs with a page of a phone, which has visited nothing yet. */
export async function onPhone<Result>(
  browser: Browser,
  run: (page: Page) => Promise<Result>,
): Promise<Result> {
  // Pages that are only compared have no policy of their own.
  const viewport = { width: 412, height: 823 };
  const context = await browser.newContext({ bypassCSP: true, viewport, deviceScaleFactor: 1.75 });
  const page = await context.newPage();
  const phone = await context.newCDPSession(page);
  await phone.send('Network.emulateNetworkConditions', NETWORK);
  await phone.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  try {
    return await run(page);
  } finally {
    await context.close();
  }
}
