import { type Environment, MailConfig, readConfig } from '../config.ts';
import type { Ambient } from '../domain/ambient.ts';
import { deliverMail } from '../jobs/deliver-mail.ts';
import { sesMailer } from '../mail/ses.ts';
import { openTable } from '../store/client.ts';
import { dynamoOutbox } from '../store/outbox.ts';

export function wireMailWorker(environment: Environment, ambient: Ambient): () => Promise<number> {
  const config = readConfig(MailConfig, environment);
  const outbox = dynamoOutbox(openTable(config.TABLE_NAME));
  const mailer = sesMailer(config.MAIL_FROM);
  return () => deliverMail({ ...ambient, outbox, mailer });
}
