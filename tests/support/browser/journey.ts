import { getRequestListener } from '@hono/node-server';
import type { Browser, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { ApiContext } from '../../../functions/handlers/api.ts';
import { createFront } from '../../../infra/local/front.ts';
import { listenOnLoopback } from '../../../infra/local/ports.ts';
import { loadSite } from '../../../infra/local/product.ts';
import { originSecret } from '../api/api-environment.ts';
import type { SesTestOptions } from '../emulators.ts';
import { startMailPipeline } from '../jobs/mail-pipeline.ts';
import { startSite } from '../product/site.ts';
import { startWorkerProduct } from '../product/worker-product.ts';
import { launchBrowser } from './browser.ts';
import { closeWindows, takeWindow, type WindowOptions } from './windows.ts';

/** One browser for all files of a worker, with which it ends. */
let worker: Promise<Browser> | undefined;
const browserOfWorker = () => {
  worker ??= launchBrowser();
  return worker;
};

/** A server for all tests of a file. */
function around<Place>(start: () => Promise<Place>, end: (server: Place) => Promise<unknown>) {
  const journey = {} as { server: Place; browser: Browser };
  beforeAll(async () => {
    const server = start().then((started) => {
      journey.server = started;
    });
    const browser = browserOfWorker().then((launched) => {
      journey.browser = launched;
    });
    // One that has started is ended even if the other fails, so both are waited for.
    await Promise.allSettled([server, browser]);
    await Promise.all([server, browser]);
  });
  afterAll(async () => {
    if (journey.browser) await closeWindows(journey.browser);
    if (journey.server) await end(journey.server);
  });
  return journey;
}

export function productJourney(start: Parameters<typeof startWorkerProduct>[0] = {}) {
  const journey = around(
    () => startWorkerProduct(start),
    (product) => product.remove(),
  );
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail')
      console.log(`The product's warnings and errors:\n${await journey.server.readProblems().catch(String)}`);
  });
  return journey;
}

const nowhere = () => new Response('Not found\n', { status: 404 });

/**
 * The built site with the sending of campaigns in this process: its clock stands still, and its worker runs when it is
 * called.
 */
export const mailJourney = (options: SesTestOptions = {}, context: Partial<ApiContext> = {}) =>
  around(
    async () => {
      const site = await loadSite();
      const pipeline = await startMailPipeline(options, context);
      const front = createFront({
        site,
        api: pipeline.app.fetch,
        localRoutes: nowhere,
        images: nowhere,
        originSecret,
        storageUrl: 'http://127.0.0.1:1',
      });
      const { port, close } = await listenOnLoopback(
        0,
        getRequestListener((request, { incoming }) => front(request, incoming.socket.remoteAddress ?? '')),
      );
      return { pipeline, url: `http://localhost:${port}`, close };
    },
    async ({ pipeline, close }) => {
      await close();
      await pipeline.stop();
    },
  );

/** One server for all files of a worker, with which it ends. */
let site: ReturnType<typeof startSite> | undefined;
export const siteJourney = () =>
  around(
    () => {
      site ??= startSite();
      return site;
    },
    async () => {},
  );

export interface Visit extends Pick<WindowOptions, 'width' | 'javaScriptEnabled' | 'isOwn' | 'expected'> {
  /** Replies by the pattern of the request's URL, instead of the server's. */
  answers?: Record<string, (route: Route) => unknown>;
}

/** Opens a path of the built site in a window without animations. */
export async function visit(
  { server, browser }: ReturnType<typeof siteJourney>,
  path: string,
  { answers = {}, ...options }: Visit = {},
) {
  const page = await takeWindow(browser, options);
  for (const [address, answer] of Object.entries(answers)) await page.route(address, answer);
  await page.goto(server.url + path);
  return page;
}
