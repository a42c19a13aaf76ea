import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { envNames } from '#shared/deployment';
import { readSiteBuild } from '../edge/site-build.ts';
import { createSiteServer } from '../edge/site-server.ts';
import { schedules } from '../schedules.ts';
import { ensureSite } from './build-site.ts';
import { checkDatabase, makePrivate } from './check-data.ts';
import { loadSecrets, lockDataFolder, writeRunningFile } from './data-folder.ts';
import { type CallApi, createDemoAccounts, type DemoAccount, loadArchivePassword } from './demo-data.ts';
import { inboxRoutes } from './emulators/inbox.ts';
import { startEmulators } from './emulators.ts';
import { localEnvironment } from './environment.ts';
import { createFront, forwardedRequest, listenOnLoopback, localRoutes, serveMailImages } from './front.ts';
import { openLog, openTerminal } from './log.ts';
import { everyInterval, startScheduler, TICK_MILLISECONDS } from './scheduler.ts';
import { projectFolder } from './settings.ts';

export interface LocalOptions {
  /** 0 takes a free one. */
  port: number;
  dataFolder: string;
  clock: () => Date;
  /** Whether administrators must have two-step verification; `optional` where nothing is said. */
  secondFactor?: 'required' | 'optional';
  /** The address of another server, which serves the site and passes everything else on to this one. */
  behind?: string | undefined;
  /** Hears of each step that may take its time. */
  onStep?: ((step: string) => void) | undefined;
}

export interface LocalProduct {
  readonly url: string;
  readonly accounts: readonly DemoAccount[];
  readonly archivePassword: string;
  /** Ends everything in order; what is under way is finished first. Resolves to the jobs that did not end by themselves. */
  stop(): Promise<readonly string[]>;
  /** Resolves should the database end by itself. */
  readonly broken: Promise<unknown>;
}

type Answer = (request: Request, viewerAddress: string) => Response | Promise<Response>;

const replyStarting: Answer = () =>
  new Response('The product is starting.\n', { status: 503, headers: { 'retry-after': '1' } });
const siteIsElsewhere = (url: string) => () => new Response(`The site is at ${url}\n`, { status: 404 });

/** The whole product in this process, on one port of this machine. */
export async function startProduct({
  port,
  dataFolder,
  clock,
  secondFactor = 'optional',
  behind,
  onStep = () => {},
}: LocalOptions): Promise<LocalProduct> {
  const steps: (() => Promise<void>)[] = [];
  let stoppedJobs: readonly string[] = [];
  const stop = async () => {
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) await step();
    return stoppedJobs;
  };
  try {
    const folder = await lockDataFolder(dataFolder);
    steps.push(folder.release);

    // Taken before anything slow, so that a port in use is said at once.
    let answer = replyStarting;
    const listening = await listenOnLoopback(
      port,
      getRequestListener((request, { incoming }) => answer(request, incoming.socket.remoteAddress ?? '')),
    );
    steps.push(listening.close);
    const url = behind ?? `http://localhost:${listening.port}`;

    onStep('Checking the data');
    await checkDatabase(dataFolder);
    const secrets = await loadSecrets(dataFolder);
    await makePrivate(dataFolder);
    if (behind === undefined) {
      await ensureSite(projectFolder, () => onStep('Building the site, which takes a minute after a change'));
    }
    onStep('Starting the database');
    const standIns = await startEmulators(dataFolder, url, clock);
    steps.push(standIns.stop);
    const { mailbox, payments, database } = standIns;

    // What the database made just now is readable by others until then.
    await makePrivate(dataFolder);
    const [{ hashArchivePassword }, { createInProcess }] = await Promise.all([
      import('../../functions/handlers/dependencies.ts'),
      import('../../functions/handlers/in-process.ts'),
    ]);
    const log = openLog(dataFolder);
    steps.push(log.close);
    const archive = await loadArchivePassword(dataFolder, hashArchivePassword);
    const environment = {
      ...localEnvironment(url, { ...secrets, ...archive }, payments),
      [envNames.secondFactor]: secondFactor,
    };
    const tell = openTerminal(console.error, clock);
    const write = (line: string, entry: Parameters<typeof tell>[0]) => {
      log.write(line);
      tell(entry);
    };
    const product = createInProcess(environment, write, clock);
    const { app, jobs, operator, passwords } = product;
    // A run that fails is logged by itself.
    standIns.onDeliveryEvent((event) => void product.handleDeliveryEvents([event]).catch(() => {}));
    const callApi: CallApi = async (path, body) => {
      const call = new Request(`${url}/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return app.fetch(forwardedRequest(call, '127.0.0.1', secrets.originSecret));
    };
    onStep('Checking the demo accounts');
    const accounts = await createDemoAccounts(dataFolder, { callApi, operator, passwords, now: clock() });

    const site = behind === undefined ? builtSite() : siteIsElsewhere(behind);
    const doors = localRoutes(inboxRoutes(mailbox), payments.routes);
    answer = createFront({
      site,
      api: app.fetch,
      doors: doors.fetch,
      images: serveMailImages(standIns.images),
      originSecret: secrets.originSecret,
    });
    const ticking = startScheduler({
      schedules,
      jobs,
      onEveryTick: ['send-transactional-mail', 'send-campaigns', 'make-receipts'],
      now: clock,
      every: everyInterval,
    });
    const stopTelling = sendWebhooksRegularly(payments, (cause) =>
      product.log({ level: 'error', event: 'webhooks-failed', cause }),
    );
    // Requests under way still find all that they need, and so do jobs for a moment.
    steps.push(async () => {
      [stoppedJobs] = await Promise.all([ticking.stop(), listening.close(), stopTelling()]);
    });

    await writeRunningFile(dataFolder, {
      processId: process.pid,
      url,
      databaseEndpoint: database.endpoint,
    });
    return { url, accounts, archivePassword: archive.archivePassword, stop, broken: database.ended };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Stripe's webhooks, looked after as often as the clock ticks; one round ends before the next begins. */
function sendWebhooksRegularly(
  payments: { sendWebhooks(): Promise<number> },
  report: (fault: unknown) => void,
): () => Promise<void> {
  let sending: Promise<unknown> | undefined;
  const stop = everyInterval(TICK_MILLISECONDS, () => {
    sending ??= payments
      .sendWebhooks()
      .catch(report)
      .finally(() => {
        sending = undefined;
      });
  });
  return async () => {
    stop();
    await sending;
  };
}

const builtSite = () => createSiteServer(readSiteBuild(join(projectFolder, 'dist')));
