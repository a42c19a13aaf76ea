import site from '../../content/site.json' with { type: 'json' };
import { sendDueCampaigns } from '../mail/campaigns/send-campaigns.ts';
import { CampaignSenderConfig, type Environment, readConfig } from '../platform/config.ts';
import { s3Files } from '../platform/files.ts';
import { hmacKeyedHash } from '../platform/keyed-hash.ts';
import { asRun, jobHandler, type Run, withSecrets } from '../platform/lambda.ts';
import { sqsQueue } from '../platform/queue.ts';
import type { Runtime } from '../platform/runtime.ts';
import { sesMailer } from '../platform/ses.ts';
import { openTable } from '../platform/table/table.ts';

/** Sends campaigns. Started by a message of the queue at once and by the minute schedule in any case. */
export function createCampaignSender(environment: Environment, runtime: Runtime): Run<void> {
  const config = readConfig(CampaignSenderConfig, environment);
  const contactAddress = site.mail.contact.address;
  const context = {
    ...runtime,
    table: openTable(config.TABLE_NAME),
    mailFiles: s3Files(config.MAIL_BUCKET),
    queue: sqsQueue(config.CAMPAIGN_QUEUE_URL),
    sender: sesMailer({
      from: config.MAIL_FROM,
      replyTo: contactAddress,
      configurationSet: config.MAIL_CONFIGURATION_SET,
    }),
    keyedHash: hmacKeyedHash(config.MAIL_KEY),
    siteUrl: config.SITE_URL,
    contactAddress,
    seat: site.seat,
  };
  return asRun('send-campaigns', runtime, (until, closing) => sendDueCampaigns(context, until, closing));
}

export const handler = jobHandler(await withSecrets(process.env), createCampaignSender);
