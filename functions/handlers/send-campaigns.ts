import site from '../../content/site.json' with { type: 'json' };
import { advanceDueCampaigns } from '../mail/campaigns/advance-campaigns.ts';
import { campaignConsumer } from '../mail/campaigns/send-deliveries.ts';
import { CampaignSenderConfig, type Environment, readConfig } from '../platform/config.ts';
import { s3Files } from '../platform/files.ts';
import { hmacKeyedHash } from '../platform/keyed-hash.ts';
import { asRun, jobHandler, lambdaHandler, type RunOptions, withSecrets } from '../platform/lambda.ts';
import { type QueuedMessage, sqsQueue } from '../platform/queue.ts';
import { lambdaRuntime, type Runtime } from '../platform/runtime.ts';
import { sesMailer } from '../platform/ses.ts';
import { openTable } from '../platform/table/table.ts';

/** Campaigns: what the queue brings, and every minute those that are due. */
export function createCampaignSender(environment: Environment, runtime: Runtime) {
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
  const consume = campaignConsumer(context);
  return {
    sweep: asRun('send-campaigns', runtime, (until) => advanceDueCampaigns(context, until)),
    /** Resolves to the messages that must come again. */
    handleMessages: (messages: readonly QueuedMessage[], options?: RunOptions): Promise<QueuedMessage[]> =>
      asRun('send-campaigns', runtime, () => consume(messages))(options),
  };
}

/** A batch of messages of SQS, or the schedule's event, which holds none. */
interface Batch {
  Records?: readonly {
    messageId: string;
    body: string;
    receiptHandle: string;
    attributes: { ApproximateReceiveCount: string };
  }[];
}

export const handler = await lambdaHandler(process.env, async (environment) => {
  const { sweep, handleMessages } = createCampaignSender(await withSecrets(environment), lambdaRuntime);
  const runSweep = jobHandler(sweep);
  return async (event: Batch, context: { getRemainingTimeInMillis(): number }) => {
    if (!event.Records) return runSweep(event, context);
    const messages = event.Records.map(({ messageId, body, receiptHandle, attributes }) => ({
      messageId,
      body,
      receiptHandle,
      receiveCount: Number(attributes.ApproximateReceiveCount),
    }));
    const again = await handleMessages(messages);
    return { batchItemFailures: again.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };
});
