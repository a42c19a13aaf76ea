import { setTimeout as wait } from 'node:timers/promises';
import type * as z from 'zod/mini';
import site from '../../content/site.json' with { type: 'json' };
import { dynamoPace } from '../limits/send-slots-repository.ts';
import { dynamoCampaigns } from '../mail/campaigns/campaign-repository.ts';
import { messageStore } from '../mail/campaigns/message-store.ts';
import { dynamoRoad } from '../mail/campaigns/queue-repository.ts';
import { dynamoRecipients } from '../mail/campaigns/recipient-repository.ts';
import { leavingOpen } from '../mail/campaigns/send-deliveries.ts';
import type { Waiting } from '../mail/campaigns/send-rate-limiter.ts';
import { transactionalMailQueue } from '../mail/transactional/repository.ts';
import { dynamoMembers } from '../members/repository.ts';
import { CampaignSenderConfig, type Environment, MailerConfig, readConfig } from '../platform/config.ts';
import { hmacKeyedHash } from '../platform/keyed-hash.ts';
import type { Runtime } from '../platform/runtime.ts';
import { s3Files } from '../platform/s3.ts';
import { sesMailer } from '../platform/ses.ts';
import { openTable } from '../platform/table/table.ts';
import { sendCampaigns } from './job-send-campaigns.ts';
import { deliverMail } from './job-transactional-mail.ts';
import { asRun, type Run } from './run.ts';

/** Sends codes, receipts and notices. */
export function createTransactionalMailSender(environment: Environment, runtime: Runtime): Run<number> {
  const config = readConfig(MailerConfig, environment);
  const mailQueue = transactionalMailQueue(openTable(config.TABLE_NAME));
  const deps = {
    ...runtime,
    mailQueue,
    mailer: openMailer(config),
    siteUrl: config.SITE_URL,
    contactAddress,
  };
  return asRun('send-transactional-mail', runtime, (until) => deliverMail(deps, until));
}

const contactAddress = site.mail.contact.address;

const openMailer = ({ MAIL_FROM, MAIL_CONFIGURATION_SET }: z.output<typeof MailerConfig>) =>
  sesMailer({ from: MAIL_FROM, replyTo: contactAddress, configurationSet: MAIL_CONFIGURATION_SET });

/** Sends mail to many: what is left when `turnMs` are over is for the next run. */
export function createCampaignWorker(
  environment: Environment,
  runtime: Runtime & Partial<Waiting>,
  turnMs: number = Number.POSITIVE_INFINITY,
): Run<void> {
  const config = readConfig(CampaignSenderConfig, environment);
  const table = openTable(config.TABLE_NAME);
  const road = dynamoRoad(table);
  const deps = {
    wait,
    ...runtime,
    road,
    leaveOpen: leavingOpen({ ...runtime, road }),
    campaigns: dynamoCampaigns(table),
    recipients: dynamoRecipients(table),
    members: dynamoMembers(table),
    pace: dynamoPace(table),
    letters: messageStore(s3Files(config.MAIL_BUCKET)),
    sender: openMailer(config),
    keyedHash: hmacKeyedHash(config.MAIL_KEY),
    siteUrl: config.SITE_URL,
  };
  return asRun('send-campaigns', runtime, (until) => {
    const turnEndsAt = runtime.now().getTime() + turnMs;
    return sendCampaigns(deps, new Date(Math.min(until.getTime(), turnEndsAt)));
  });
}
