import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { readSiteBuild } from '../edge/site-build.ts';
import { createSiteServer } from '../edge/site-server.ts';
import { schedules } from '../schedules.ts';
import { ensureSite } from './build-site.ts';
import { checkDatabase, loadSecrets, lockDataFolder, writeRunningFile } from './data-folder.ts';
import {
  type CallApi,
  createDemoAccounts,
  createSampleMembers,
  type DemoAccount,
  demoAccountsFile,
  loadArchivePassword,
} from './demo-data.ts';
import { inboxRoutes } from './emulators/inbox.ts';
import type { SesAccount } from './emulators/ses.ts';
import { startEmulators } from './emulators.ts';
import { createFront, FILES_PATH, forwardedRequest, localRoutes, serveMailImages } from './front.ts';
import { openLog, openTerminal } from './log.ts';
import { listenOnLoopback } from './ports.ts';
import { startScheduler, trackTasks } from './scheduler.ts';
import { localEnvironment, projectFolder } from './settings.ts';

export interface LocalOptions {
  /** 0 for a free one. */
  port: number;
  dataFolder: string;
  clock: () => Date;
  /** Whether administrators must have two-step verification; `optional` by default. */
  secondFactor?: 'required' | 'optional';
  /** True by default. Tests that register their own members go without. */
  hasDemoAccounts?: boolean;
  /** Whether a new copy gets members to look at, besides the demo accounts. */
  hasSampleMembers?: boolean;
  /** By default one whose emails are all accepted. */
  sesAccount?: SesAccount;
  /** A DynamoDB that replaces the embedded database. */
  databaseEndpoint?: string | undefined;
  /** The address of another server in front, which serves the site and passes everything else on to this one. */
  behind?: string | undefined;
  /** Called with each step that may take some time. */
  onStep?: ((step: string) => void) | undefined;
}

export interface LocalProduct {
  readonly url: string;
  readonly accounts: readonly DemoAccount[];
  readonly archivePassword: string;
  /** Ends everything in order, after the open requests. Resolves to the jobs that had to be stopped. */
  stop(): Promise<readonly string[]>;
  /** Resolves if the database ends by itself. */
  readonly broken: Promise<unknown>;
}

type RequestHandler = (request: Request, viewerAddress: string) => Response | Promise<Response>;

const replyStarting: RequestHandler = () =>
  new Response('The server is starting. Try again in a moment.\n', {
    status: 503,
    headers: { 'retry-after': '1' },
  });
const siteIsElsewhere = (url: string) => () => new Response(`Open the site at ${url}\n`, { status: 404 });

/** The whole product in this process, on one port of this machine. */
export async function startProduct({
  port,
  dataFolder,
  clock,
  secondFactor = 'optional',
  hasDemoAccounts = true,
  hasSampleMembers = false,
  sesAccount = {},
  databaseEndpoint,
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

    // Before anything slow, so that a port in use is reported at once.
    let handleRequest = replyStarting;
    const listening = await listenOnLoopback(
      port,
      getRequestListener((request, { incoming }) =>
        handleRequest(request, incoming.socket.remoteAddress ?? ''),
      ),
    );
    steps.push(listening.close);
    const url = behind ?? `http://localhost:${listening.port}`;

    onStep('Checking the data');
    if (databaseEndpoint === undefined) await checkDatabase(dataFolder);
    const secrets = await loadSecrets(dataFolder);
    // A build runs in a process of its own, beside everything that follows.
    const loadingSite =
      behind === undefined
        ? loadSite(() => onStep('Building the site, which takes up to a minute'))
        : Promise.resolve(siteIsElsewhere(behind));
    // Awaited below, where the rest is ready.
    loadingSite.catch(() => {});
    onStep('Starting the database');
    // A failed run has already been logged.
    const calls = trackTasks();
    let handleDeliveryEvent: (event: unknown) => Promise<unknown> = async () => {};
    const emulators = await startEmulators({
      dataFolder,
      databaseEndpoint,
      publicUrl: url,
      clock,
      sesAccount,
      onDeliveryEvent: (event) => void calls.track(handleDeliveryEvent(event)).catch(() => {}),
      onStarted: (stopService) => steps.push(stopService),
    });
    const { mailbox, payments, database, campaigns, imports } = emulators;

    const [{ hashArchivePassword }, { createInProcess }] = await Promise.all([
      import('../../functions/handlers/dependencies.ts'),
      import('../../functions/handlers/in-process.ts'),
    ]);
    const archive = await loadArchivePassword(dataFolder, hashArchivePassword);
    const environment = localEnvironment({
      siteUrl: url,
      emulatorUrl: emulators.url,
      secrets: { ...secrets, ...archive },
      webhookSecret: payments.webhookSecret,
      secondFactor,
    });
    const writeLine = openLog(dataFolder);
    const printEvent = openTerminal(clock);
    const write = (line: string, entry: Parameters<typeof printEvent>[0]) => {
      writeLine(line);
      printEvent(entry);
    };
    const product = createInProcess(environment, write, clock);
    const { app, jobs } = product;
    handleDeliveryEvent = product.handleDeliveryEvent;
    const callApi: CallApi = async (path, body) => {
      const headers = { 'content-type': 'application/json' };
      const call = new Request(`${url}/api${path}`, { method: 'POST', headers });
      return app.fetch(forwardedRequest(call, JSON.stringify(body), '127.0.0.1', secrets.originSecret));
    };
    onStep('Checking the demo accounts');
    const isNewCopy = hasDemoAccounts && !existsSync(demoAccountsFile(dataFolder));
    const accounts = hasDemoAccounts
      ? await createDemoAccounts(dataFolder, { ...product, callApi, now: clock() })
      : [];
    // Where only the file was lost, the accounts of before have other passwords.
    if (isNewCopy && hasSampleMembers && accounts.every(({ state }) => state === 'ready')) {
      onStep('Adding sample members');
      await createSampleMembers(product, clock());
    }

    const local = localRoutes({
      '/': inboxRoutes(mailbox),
      '/pay': payments.routes,
      [FILES_PATH]: emulators.files,
    });
    handleRequest = createFront({
      site: await loadingSite,
      api: (request) => calls.track(Promise.resolve(app.fetch(request))),
      localRoutes: local.fetch,
      images: serveMailImages(emulators.images),
      originSecret: secrets.originSecret,
      storageUrl: `${emulators.url}/s3`,
    });
    const scheduler = startScheduler({
      schedules,
      jobs: {
        ...jobs,
        'handle-campaign-messages': (signals) =>
          campaigns.drain(() => jobs['send-campaigns'](signals), signals.closing),
        'handle-import-messages': (signals) =>
          imports.drain((bodies) => product.handleImportMessages(bodies, signals), signals.closing),
        'fire-one-time-schedules': async () => emulators.eventScheduler.tick(),
        'send-webhooks': () =>
          payments
            .sendWebhooks()
            .catch((cause: unknown) => product.log({ level: 'warn', event: 'webhooks-failed', cause })),
      },
      onEveryTick: [
        'send-transactional-mail',
        'make-receipts',
        'handle-campaign-messages',
        'handle-import-messages',
        'fire-one-time-schedules',
        'send-webhooks',
      ],
      now: clock,
    });
    // Open requests and, for a moment, jobs still have everything they need.
    steps.push(async () => {
      [stoppedJobs] = await Promise.all([scheduler.stop(), listening.close()]);
      // A call goes on when its caller has gone, and writes into the data folder.
      await calls.waitForAll();
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

let loadedSite: ReturnType<typeof createSiteServer> | undefined;

/** Products that follow one another in a process serve the same build, whose inputs are read once. */
export async function loadSite(onBuild?: () => void): Promise<ReturnType<typeof createSiteServer>> {
  if (loadedSite) return loadedSite;
  await ensureSite(projectFolder, onBuild);
  loadedSite = createSiteServer(readSiteBuild(join(projectFolder, 'dist')));
  return loadedSite;
}
