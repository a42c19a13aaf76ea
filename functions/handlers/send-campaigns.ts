import { setTimeout as wait } from 'node:timers/promises';
import site from '../../content/site.json' with { type: 'json' };
import { limitsRepository } from '../limits/repository.ts';
import { campaignsRepository } from '../mail/campaigns/campaign-repository.ts';
import { messageStore } from '../mail/campaigns/message-store.ts';
import { dynamoRoad } from '../mail/campaigns/queue-repository.ts';
import { dynamoRecipients } from '../mail/campaigns/recipient-repository.ts';
import { inDoubtMarker } from '../mail/campaigns/send-deliveries.ts';
import type { Waiting } from '../mail/campaigns/send-rate-limiter.ts';
import { sendDueCampaigns } from '../mail/campaigns/send-worker.ts';
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
    markInDoubt: inDoubtMarker({ ...runtime, road }),
    campaigns: campaignsRepository(table),
    recipients: dynamoRecipients(table),
    members: membersRepository(table),
    pace: { reserve: limitsRepository(table).reserveSendSlots },
    letters: messageStore(s3Files(config.MAIL_BUCKET)),
    sender: sesMailer({
      from: config.MAIL_FROM,
      replyTo: site.mail.contact.address,
      configurationSet: config.MAIL_CONFIGURATION_SET,
    }),
    keyedHash: hmacKeyedHash(config.MAIL_KEY),
    siteUrl: config.SITE_URL,
  };
  return asRun('send-campaigns', runtime, (until) => {
    const turnEndsAt = runtime.now().getTime() + turnMs;
    return sendDueCampaigns(deps, new Date(Math.min(until.getTime(), turnEndsAt)));
  });
}

export const handler = await lambdaHandler(process.env, async (environment) =>
  jobHandler(createCampaignWorker(await withSecrets(environment), lambdaRuntime)),
);
