import { setTimeout as wait } from 'node:timers/promises';
import { CampaignSenderConfig, type Environment, MailerConfig, readConfig } from '../config.ts';
import { hmacKeyedHash } from '../crypto/keyed-hash.ts';
import type { Runtime } from '../domain/ambient.ts';
import type { Waiting } from '../domain/mail/flight.ts';
import { leavingOpen } from '../domain/mail/send-copies.ts';
import { messageStore } from '../files/letters.ts';
import { s3Files } from '../files/s3.ts';
import { deliverMail } from '../jobs/deliver-mail.ts';
import { sendCampaigns } from '../jobs/send-campaigns.ts';
import { sesMailer } from '../mail/ses.ts';
import { dynamoCampaigns } from '../store/campaigns.ts';
import { openTable } from '../store/client.ts';
import { dynamoMembers } from '../store/members.ts';
import { transactionalMailQueue } from '../store/outbox.ts';
import { dynamoPace } from '../store/pace.ts';
import { dynamoRecipients } from '../store/recipients.ts';
import { dynamoRoad } from '../store/road.ts';
import { asRun, type Run } from './run.ts';

/** Sends service mail. */
export function createTransactionalMailSender(environment: Environment, runtime: Runtime): Run<number> {
  const config = readConfig(MailerConfig, environment);
  const outbox = transactionalMailQueue(openTable(config.TABLE_NAME));
  const mailer = sesMailer({ from: config.MAIL_FROM, configurationSet: config.MAIL_CONFIGURATION_SET });
  return asRun('deliver-mail', runtime, (until) => deliverMail({ ...runtime, outbox, mailer }, until));
}

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
    announcer: sesMailer({ from: config.MAIL_FROM, configurationSet: config.MAIL_CONFIGURATION_SET }),
    keyedHash: hmacKeyedHash(config.MAIL_KEY),
    siteUrl: config.SITE_URL,
  };
  return asRun('send-campaigns', runtime, (until) => {
    const turnEndsAt = runtime.now().getTime() + turnMs;
    return sendCampaigns(deps, new Date(Math.min(until.getTime(), turnEndsAt)));
  });
}
