import type { Browser, Page } from 'playwright-core';

/** Lighthouse's phone: its processor, and what its network adds to each request. */
const PHONE = { slowdown: 4, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };

/** What the phone's network adds to a request, in milliseconds. */
export const PHONE_LATENCY_MS = PHONE.latency;

/** Runs with a page of a slow phone, which has visited nothing yet. */
export async function onPhone<Result>(
  browser: Browser,
  run: (page: Page) => Promise<Result>,
): Promise<Result> {
  // Pages that are only compared have no policy of their own.
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  const phone = await context.newCDPSession(page);
  await phone.send('Network.emulateNetworkConditions', { offline: false, ...PHONE });
  await phone.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slowdown });
  try {
    return await run(page);
  } finally {
    await context.close();
  }
}
