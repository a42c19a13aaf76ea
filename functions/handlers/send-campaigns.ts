import site from '../../content/site.json' with { type: 'json' };
import { limitsRepository } from '../limits/repository.ts';
import { campaignsRepository } from '../mail/campaigns/campaign-repository.ts';
import { deliveriesRepository } from '../mail/campaigns/delivery-repository.ts';
import { messageStore } from '../mail/campaigns/message-store.ts';
import { sendDueCampaigns } from '../mail/campaigns/send-worker.ts';
import { openRecipients } from '../mail/suppressions/recipients.ts';
import { suppressionsRepository } from '../mail/suppressions/repository.ts';
import { membersRepository } from '../members/repository.ts';
import { CampaignSenderConfig, type Environment, readConfig } from '../platform/config.ts';
import { s3Files } from '../platform/files.ts';
import { hmacKeyedHash } from '../platform/keyed-hash.ts';
import { jobHandler, lambdaHandler, withSecrets } from '../platform/lambda.ts';
import { asRun, type Run } from '../platform/run.ts';
import { lambdaRuntime, type Runtime } from '../platform/runtime.ts';
import { sesMailer } from '../platform/ses.ts';
import { openTable } from '../platform/table/table.ts';

/**
 * Sends mail to many: what is left when `turnMs` are over is for the next run. Started by the table's stream at once and by
 * the minute schedule in any case; two at a time do no harm.
 */
export function createCampaignWorker(
  environment: Environment,
  runtime: Runtime,
  turnMs: number = Number.POSITIVE_INFINITY,
): Run<void> {
  const config = readConfig(CampaignSenderConfig, environment);
  const table = openTable(config.TABLE_NAME);
  const contactAddress = site.mail.contact.address;
  const members = membersRepository(table);
  const deps = {
    ...runtime,
    campaigns: campaignsRepository(table),
    deliveries: deliveriesRepository(table),
    recipients: openRecipients(members, suppressionsRepository(table)),
    members,
    limits: limitsRepository(table),
    messages: messageStore(s3Files(config.MAIL_BUCKET)),
    sender: sesMailer({
      from: config.MAIL_FROM,
      replyTo: contactAddress,
      configurationSet: config.MAIL_CONFIGURATION_SET,
    }),
    keyedHash: hmacKeyedHash(config.MAIL_KEY),
    siteUrl: config.SITE_URL,
    contactAddress,
  };
  return asRun('send-campaigns', runtime, (until) => {
    const turnEndsAt = runtime.now().getTime() + turnMs;
    return sendDueCampaigns(deps, new Date(Math.min(until.getTime(), turnEndsAt)));
  });
}

export const handler = await lambdaHandler(process.env, async (environment) =>
  jobHandler(createCampaignWorker(await withSecrets(environment), lambdaRuntime)),
);
