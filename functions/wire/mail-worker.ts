import { setTimeout as wait } from 'node:timers/promises';
import { CampaignConfig, type Environment, MailConfig, readConfig } from '../config.ts';
import { hmacKeyedHash } from '../crypto/keyed-hash.ts';
import type { Ambient } from '../domain/ambient.ts';
import type { Waiting } from '../domain/mail/flight.ts';
import { leavingOpen } from '../domain/mail/send-copies.ts';
import { storedLetters } from '../files/letters.ts';
import { s3Files } from '../files/s3.ts';
import { deliverMail } from '../jobs/deliver-mail.ts';
import { sendCampaigns } from '../jobs/send-campaigns.ts';
import { sesRoad } from '../mail/ses.ts';
import { dynamoCampaigns } from '../store/campaigns.ts';
import { openTable } from '../store/client.ts';
import { dynamoMembers } from '../store/members.ts';
import { dynamoOutbox } from '../store/outbox.ts';
import { dynamoPace } from '../store/pace.ts';
import { dynamoRecipients } from '../store/recipients.ts';
import { dynamoRoad } from '../store/road.ts';
import { asRun, type Run } from './run.ts';

/** Sends service mail. */
export function wireMailWorker(environment: Environment, ambient: Ambient): Run<number> {
  const config = readConfig(MailConfig, environment);
  const outbox = dynamoOutbox(openTable(config.TABLE_NAME));
  const mailer = sesRoad({ from: config.MAIL_FROM, configurationSet: config.MAIL_CONFIGURATION_SET });
  return asRun('deliver-mail', ambient, (until) => deliverMail({ ...ambient, outbox, mailer }, until));
}

/** Sends mail to many: what is left when `turnMs` are over is for the next run. */
export function wireCampaignWorker(
  environment: Environment,
  ambient: Ambient & Partial<Waiting>,
  turnMs: number = Number.POSITIVE_INFINITY,
): Run<void> {
  const config = readConfig(CampaignConfig, environment);
  const table = openTable(config.TABLE_NAME);
  const road = dynamoRoad(table);
  const needs = {
    wait,
    ...ambient,
    road,
    leaveOpen: leavingOpen({ ...ambient, road }),
    campaigns: dynamoCampaigns(table),
    recipients: dynamoRecipients(table),
    members: dynamoMembers(table),
    pace: dynamoPace(table),
    letters: storedLetters(s3Files(config.MAIL_BUCKET)),
    announcer: sesRoad({ from: config.MAIL_FROM, configurationSet: config.MAIL_CONFIGURATION_SET }),
    keyedHash: hmacKeyedHash(config.MAIL_KEY),
    siteUrl: config.SITE_URL,
  };
  return asRun('send-campaigns', ambient, (until) => {
    const turnEndsAt = ambient.clock().getTime() + turnMs;
    return sendCampaigns(needs, new Date(Math.min(until.getTime(), turnEndsAt)));
  });
}
