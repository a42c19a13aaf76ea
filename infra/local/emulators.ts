import { join } from 'node:path';
import { campaignQueue, importQueue } from '../queues.ts';
import { databaseFile, FILES_FOLDER, QUEUE_FOLDER, SCHEDULES_FOLDER } from './data-folder.ts';
import { connectDatabase, ensureTable, startDatabase } from './database.ts';
import { copyArchiveDocuments } from './demo-data.ts';
import { startEventScheduler } from './emulators/event-scheduler.ts';
import { Mailbox } from './emulators/mailbox.ts';
import { startS3 } from './emulators/s3.ts';
import { S3Objects } from './emulators/s3-objects.ts';
import { startSes } from './emulators/ses.ts';
import type { SesAccount } from './emulators/ses-account.ts';
import type { SesEvent } from './emulators/ses-events.ts';
import { startSqs } from './emulators/sqs.ts';
import { startStripe } from './emulators/stripe.ts';
import {
  configureLocalAws,
  localCampaignQueue,
  localFilesBucket,
  localImageBucket,
  localImportQueue,
  localMailBucket,
  localTable,
} from './environment.ts';

/** Starts the database and the emulators of every service that the product calls, with their data in the folder. */
export async function startEmulators({
  dataFolder,
  databaseEndpoint,
  publicUrl,
  clock,
  sesAccount,
  onStarted,
}: {
  dataFolder: string;
  databaseEndpoint: string | undefined;
  publicUrl: string;
  clock: () => Date;
  sesAccount: SesAccount;
  /** Called with what stops each service, as soon as that has started. */
  onStarted: (stop: () => Promise<void>) => void;
}) {
  const folderOf = (name: string) => join(dataFolder, name);
  const database = await (databaseEndpoint === undefined
    ? startDatabase(databaseFile(dataFolder))
    : connectDatabase(databaseEndpoint));
  onStarted(database.stop);

  const filesFolder = folderOf(FILES_FOLDER);
  const buckets = [localFilesBucket, localMailBucket, localImageBucket];
  const files = await startS3({ folder: filesFolder, buckets, clock });
  onStarted(files.close);
  await copyArchiveDocuments(filesFolder);

  const mailbox = new Mailbox(folderOf('mail'), clock);
  let listener: (event: SesEvent) => void = () => {};
  const mail = await startSes(mailbox, { account: sesAccount, onEvent: (event) => listener(event) });
  onStarted(mail.close);

  const payments = await startStripe({ folder: folderOf('payments'), clock, publicUrl: () => publicUrl });
  onStarted(payments.close);

  const queue = await startSqs(localCampaignQueue, {
    folder: folderOf(QUEUE_FOLDER),
    clock,
    visibilitySeconds: campaignQueue.visibilitySeconds,
  });
  onStarted(queue.close);
  // In memory: the minute's sweep finds imports whose message is lost.
  const imports = await queue.open(localImportQueue, {
    clock,
    visibilitySeconds: importQueue.visibilitySeconds,
  });

  const eventScheduler = await startEventScheduler({
    folder: folderOf(SCHEDULES_FOLDER),
    clock,
    deliver: queue.deliver,
  });
  onStarted(eventScheduler.close);

  configureLocalAws({
    dynamodb: database.endpoint,
    s3: files.url,
    ses: mail.url,
    sqs: queue.url,
    scheduler: eventScheduler.url,
  });
  await ensureTable(localTable);
  return {
    mailbox,
    payments,
    database,
    queueUrl: queue.queueUrl,
    importQueueUrl: imports.queueUrl,
    storageUrl: files.url,
    eventScheduler,
    /** The images of emails. */
    images: new S3Objects(join(filesFolder, localImageBucket)),
    /** Sets the only listener to SES's events. */
    onDeliveryEvent: (next: typeof listener) => {
      listener = next;
    },
  };
}
