import { join } from 'node:path';
import { openTable } from '../../functions/store/client.ts';
import { putArchiveDocuments } from './archive.ts';
import { ensureTable } from './create-table.ts';
import { databaseFile } from './data-folder.ts';
import { startDatabase } from './database.ts';
import { enterLocalAws, localBucket, localImageBucket, localMailBucket, localTable } from './environment.ts';
import { Objects } from './files/objects.ts';
import { startFiles } from './files/server.ts';
import type { MailEvent } from './mail/events.ts';
import { Mailbox } from './mail/mailbox.ts';
import { startMail } from './mail/ses.ts';
import { openPayments } from './payments/open-payments.ts';

/** Everything that the product calls in the cloud, on this machine, with its data in the folder. */
export async function startStandIns(dataFolder: string, publicUrl: string, clock: () => Date) {
  const mailbox = new Mailbox(join(dataFolder, 'mail'), clock);
  const filesFolder = join(dataFolder, 'files');
  let onMailEvent: (event: MailEvent) => void = () => {};
  const [database, files, mail, payments] = await Promise.all([
    startDatabase(databaseFile(dataFolder)),
    startFiles({ folder: filesFolder, buckets: [localBucket, localMailBucket, localImageBucket], clock }),
    startMail(mailbox, { onEvent: (event) => onMailEvent(event) }),
    openPayments({ folder: join(dataFolder, 'payments'), clock, publicUrl: () => publicUrl }),
    putArchiveDocuments(filesFolder),
  ]);
  enterLocalAws({ dynamodb: database.endpoint, s3: files.url, ses: mail.url });
  await ensureTable(openTable(localTable));
  return {
    mailbox,
    payments,
    database,
    /** Pictures of mails, as they are uploaded. */
    images: new Objects(join(filesFolder, localImageBucket)),
    /** Who hears of bounces and complaints from now on. */
    hearMailEvents: (listener: typeof onMailEvent) => {
      onMailEvent = listener;
    },
    stop: async () => {
      await Promise.all([files.close(), mail.close(), payments.close()]);
      await database.stop();
    },
  };
}
