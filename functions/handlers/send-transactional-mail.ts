import site from '../../content/site.json' with { type: 'json' };
import { sendDueMail } from '../mail/outbox/send-due-mail.ts';
import { type Environment, MailerConfig, readConfig } from '../platform/config.ts';
import { asRun, jobHandler, type Run } from '../platform/lambda.ts';
import type { Runtime } from '../platform/runtime.ts';
import { sesMailer } from '../platform/ses.ts';
import { openTable } from '../platform/table/table.ts';

/** Sends codes, receipts and notices. Started by the table's stream at once and by the minute schedule in any case. */
export function createTransactionalMailSender(environment: Environment, runtime: Runtime): Run<number> {
  const config = readConfig(MailerConfig, environment);
  const contactAddress = site.mail.contact.address;
  const context = {
    ...runtime,
    table: openTable(config.TABLE_NAME),
    mailer: sesMailer({
      from: config.MAIL_FROM,
      replyTo: contactAddress,
      configurationSet: config.MAIL_CONFIGURATION_SET,
    }),
    siteUrl: config.SITE_URL,
    contactAddress,
  };
  return asRun('send-transactional-mail', runtime, (until) => sendDueMail(context, until));
}

export const handler = jobHandler(process.env, createTransactionalMailSender);
