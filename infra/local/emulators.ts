import { join } from 'node:path';
import { campaignQueue } from '../queues.ts';
import { databaseFile, FILES_FOLDER, QUEUE_FOLDER, SCHEDULES_FOLDER } from './data-folder.ts';
import { connectDatabase, ensureTable, startDatabase } from './database.ts';
import { copyArchiveDocuments } from './demo-data.ts';
import { startEventScheduler } from './emulators/event-scheduler.ts';
import { Mailbox } from './emulators/mailbox.ts';
import { startS3 } from './emulators/s3.ts';
import { S3Objects } from './emulators/s3-objects.ts';
import { type SesEvent, startSes } from './emulators/ses.ts';
import type { SesAccount } from './emulators/ses-account.ts';
import { startSqs } from './emulators/sqs.ts';
import { startStripe } from './emulators/stripe.ts';
import {
  configureLocalAws,
  localCampaignQueue,
  localFilesBucket,
  localImageBucket,
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
}: {
  dataFolder: string;
  databaseEndpoint: string | undefined;
  publicUrl: string;
  clock: () => Date;
  sesAccount: SesAccount;
}) {
  const mailbox = new Mailbox(join(dataFolder, 'mail'), clock);
  const filesFolder = join(dataFolder, FILES_FOLDER);
  let listener: (event: SesEvent) => void = () => {};
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (let next = stops.pop(); next !== undefined; next = stops.pop()) await next();
  };
  const stoppable = async <S>(starting: Promise<S>, stopOf: (service: S) => () => Promise<void>) => {
    const service = await starting;
    stops.push(stopOf(service));
    return service;
  };
  const buckets = [localFilesBucket, localMailBucket, localImageBucket];
  const paymentsFolder = join(dataFolder, 'payments');
  const queueFolder = join(dataFolder, QUEUE_FOLDER);
  const startingQueue = startSqs(localCampaignQueue, {
    ...campaignQueue,
    folder: queueFolder,
    clock,
    onDeadLetter: () =>
      console.error(`A message about a campaign failed too often. It is now in ${queueFolder}/dead-letters.`),
  });
  const starting = [
    stoppable(
      databaseEndpoint === undefined
        ? startDatabase(databaseFile(dataFolder))
        : connectDatabase(databaseEndpoint),
      (service) => service.stop,
    ),
    stoppable(startS3({ folder: filesFolder, buckets, clock }), (service) => service.close),
    stoppable(
      startSes(mailbox, { account: sesAccount, onEvent: (event) => listener(event) }),
      (service) => service.close,
    ),
    stoppable(
      startStripe({ folder: paymentsFolder, clock, publicUrl: () => publicUrl }),
      (service) => service.close,
    ),
    stoppable(startingQueue, (service) => service.close),
    stoppable(
      startEventScheduler({
        folder: join(dataFolder, SCHEDULES_FOLDER),
        clock,
        deliver: async (body) => (await startingQueue).deliver(body),
      }),
      (service) => service.close,
    ),
    copyArchiveDocuments(filesFolder),
  ] as const;
  try {
    const [database, files, mail, payments, queue, eventScheduler] = await Promise.all(starting);
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
      storageUrl: files.url,
      eventScheduler,
      /** The images of emails. */
      images: new S3Objects(join(filesFolder, localImageBucket)),
      /** Sets the only listener to SES's events. */
      onDeliveryEvent: (next: typeof listener) => {
        listener = next;
      },
      stop,
    };
  } catch (cause) {
    // An emulator that is still starting would outlive the failed start.
    await Promise.allSettled(starting);
    await stop();
    throw cause;
  }
}
