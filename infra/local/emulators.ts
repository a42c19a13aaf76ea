import { join } from 'node:path';
import { databaseFile, FILES_FOLDER } from './data-folder.ts';
import { ensureTable, startDatabase } from './database.ts';
import { copyArchiveDocuments } from './demo-data.ts';
import { Mailbox } from './emulators/mailbox.ts';
import { startS3 } from './emulators/s3.ts';
import { S3Objects } from './emulators/s3-objects.ts';
import { type SesEvent, startSes } from './emulators/ses.ts';
import { startStripe } from './emulators/stripe.ts';
import {
  configureLocalAws,
  localFilesBucket,
  localImageBucket,
  localMailBucket,
  localTable,
} from './environment.ts';

/** Everything that the product calls in the cloud, on this machine, with its data in the folder. */
export async function startEmulators(dataFolder: string, publicUrl: string, clock: () => Date) {
  const mailbox = new Mailbox(join(dataFolder, 'mail'), clock);
  const filesFolder = join(dataFolder, FILES_FOLDER);
  let onMailEvent: (event: SesEvent) => void = () => {};
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
  const starting = [
    stoppable(startDatabase(databaseFile(dataFolder)), (service) => service.stop),
    stoppable(startS3({ folder: filesFolder, buckets, clock }), (service) => service.close),
    stoppable(startSes(mailbox, { onEvent: (event) => onMailEvent(event) }), (service) => service.close),
    stoppable(
      startStripe({ folder: paymentsFolder, clock, publicUrl: () => publicUrl }),
      (service) => service.close,
    ),
    copyArchiveDocuments(filesFolder),
  ] as const;
  try {
    const [database, files, mail, payments] = await Promise.all(starting);
    configureLocalAws({ dynamodb: database.endpoint, s3: files.url, ses: mail.url });
    await ensureTable(localTable);
    return {
      mailbox,
      payments,
      database,
      /** Pictures of mails, as they are uploaded. */
      images: new S3Objects(join(filesFolder, localImageBucket)),
      /** Who hears of bounces and complaints from now on. */
      onDeliveryEvent: (listener: typeof onMailEvent) => {
        onMailEvent = listener;
      },
      stop,
    };
  } catch (cause) {
    // What is still starting would outlive what failed.
    await Promise.allSettled(starting);
    await stop();
    throw cause;
  }
}
