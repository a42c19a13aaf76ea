import {
  GetSendQuotaCommand,
  SESClient,
  type SESClientConfig,
  SendRawEmailCommand,
} from '@aws-sdk/client-ses';
import { within } from './deadline.ts';
import type { CampaignSender, Mailer, SendResult } from './mailer.ts';
import { composeMail, composeTemplate } from './mime.ts';
import { resultOfError } from './ses-errors.ts';

/** A function that slept may wake with closed connections, and the outcome of a call on one of those is unknown. */
const idle = { timeout: 2000 };

const CONNECTION_MS = 2000;
/** In the sandbox, the lowest of all rates. */
const LEAST_PER_SECOND = 1;
/** From signing the request to the last byte of the reply. */
const REPLY_MS = 10_000;

/** SES has no idempotency key: the SDK's own retries would turn one lost reply into three mails, so there are none. */
export const createSesClient = (elsewhere: Pick<SESClientConfig, 'endpoint'> = {}): SESClient =>
  new SESClient({
    ...elsewhere,
    maxAttempts: 1,
    requestHandler: { connectionTimeout: CONNECTION_MS, httpAgent: idle, httpsAgent: idle },
  });

/** The tag with the mail's id, which every event repeats. */
const MAIL_ID_TAG = 'mail';

export interface SesSettings {
  from: string;
  /** The address for replies: the sender's own address takes none. */
  replyTo?: string | undefined;
  /** The configuration set that publishes events; absent if nothing listens to them. */
  configurationSet?: string | undefined;
}

export function sesMailer(
  { from, replyTo, configurationSet }: SesSettings,
  client: SESClient = createSesClient(),
  replyMs: number = REPLY_MS,
): Mailer & CampaignSender {
  const sender = { from, replyTo };
  const send = async (mailId: string, to: string, raw: Buffer): Promise<SendResult> => {
    const command = new SendRawEmailCommand({
      Source: from,
      Destinations: [to],
      RawMessage: { Data: raw },
      Tags: [{ Name: MAIL_ID_TAG, Value: mailId }],
      ...(configurationSet !== undefined && { ConfigurationSetName: configurationSet }),
    });
    try {
      const { MessageId } = await within(replyMs, (abortSignal) => client.send(command, { abortSignal }));
      return MessageId
        ? { outcome: 'sent', messageId: MessageId }
        : { outcome: 'in-doubt', reason: 'No message id' };
    } catch (cause) {
      return resultOfError(cause, from);
    }
  };

  return {
    send: async (mail) => send(mail.id, mail.to, await composeMail(mail, sender)),

    async maxPerSecond() {
      try {
        const { MaxSendRate = LEAST_PER_SECOND } = await within(replyMs, (abortSignal) =>
          client.send(new GetSendQuotaCommand({}), { abortSignal }),
        );
        return MaxSendRate;
      } catch (cause) {
        // Without the right to read the quota: the next email's error says what is wrong.
        if (resultOfError(cause, from).outcome === 'sender-rejected') return LEAST_PER_SECOND;
        throw cause;
      }
    },

    async prepareTemplate(files, ownReplyTo) {
      const { bytes, compose } = await composeTemplate(files, {
        ...sender,
        ...(ownReplyTo !== undefined && { replyTo: ownReplyTo }),
      });
      return {
        bytes,
        send: async (delivery) => send(delivery.mailId, delivery.to, await compose(delivery)),
      };
    },
  };
}
