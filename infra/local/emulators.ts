import { join } from 'node:path';
import { Hono } from 'hono';
import { campaignQueue, importQueue } from '../queues.ts';
import { databaseFile, FILES_FOLDER } from './data-folder.ts';
import { connectDatabase, ensureTable, startDatabase } from './database.ts';
import { copyArchiveDocuments } from './demo-data.ts';
import { Mailbox } from './emulators/inbox.ts';
import { openEventScheduler, openQueue, sqsRoutes } from './emulators/queues.ts';
import { S3Objects, s3Routes } from './emulators/s3.ts';
import { serve } from './emulators/server.ts';
import { openSes, type SesAccount, type SesEvent } from './emulators/ses.ts';
import { openStripe } from './emulators/stripe.ts';
import {
  configureLocalAws,
  localCampaignQueue,
  localFilesBucket,
  localImageBucket,
  localImportQueue,
  localMailBucket,
  localTable,
} from './settings.ts';

interface EmulatorOptions {
  dataFolder: string;
  /** A DynamoDB that replaces the embedded database. */
  databaseEndpoint: string | undefined;
  publicUrl: string;
  clock: () => Date;
  sesAccount: SesAccount;
  onDeliveryEvent: (event: SesEvent) => void;
  /** Called with what stops each service, as soon as that has started. */
  onStarted: (stop: () => Promise<void>) => void;
}

/** Starts the database, and on one port the emulators of every service that the product calls. */
export async function startEmulators(options: EmulatorOptions) {
  const { dataFolder, databaseEndpoint, publicUrl, clock, sesAccount, onDeliveryEvent, onStarted } = options;
  const folderOf = (name: string) => join(dataFolder, name);
  const database = await (databaseEndpoint === undefined
    ? startDatabase(databaseFile(dataFolder))
    : connectDatabase(databaseEndpoint));
  onStarted(database.stop);

  const filesFolder = folderOf(FILES_FOLDER);
  const buckets = [localFilesBucket, localMailBucket, localImageBucket];
  const files = s3Routes({ folder: filesFolder, buckets, clock });
  await copyArchiveDocuments(filesFolder);
  const mailbox = new Mailbox(folderOf('mail'), clock);
  const ses = openSes(mailbox, { account: sesAccount, onEvent: onDeliveryEvent });
  const payments = await openStripe({ folder: folderOf('payments'), clock, publicUrl });
  const campaigns = openQueue(campaignQueue);
  // Begins what a message or a schedule that was lost with the process before would have begun.
  campaigns.send('');
  const imports = openQueue(importQueue);
  const queues = { [localCampaignQueue]: campaigns, [localImportQueue]: imports };
  const eventScheduler = openEventScheduler({ clock, deliver: campaigns.send });

  const routes = new Hono()
    .route('/s3', files)
    .route('/ses', ses.routes)
    .route('/sqs', sqsRoutes(queues))
    .route('/scheduler', eventScheduler.routes)
    .route('/', payments.api);
  const { url, close } = await serve(routes);
  onStarted(close);
  configureLocalAws({
    dynamodb: database.endpoint,
    s3: `${url}/s3`,
    ses: `${url}/ses`,
    sqs: `${url}/sqs`,
    scheduler: `${url}/scheduler`,
  });
  await ensureTable(localTable);
  return {
    url,
    database,
    mailbox,
    payments,
    campaigns,
    imports,
    eventScheduler,
    files,
    /** The images of emails. */
    images: new S3Objects(join(filesFolder, localImageBucket)),
  };
}
