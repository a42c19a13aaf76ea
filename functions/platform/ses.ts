import {
  GetSendQuotaCommand,
  SESClient,
  type SESClientConfig,
  SESServiceException,
  SendRawEmailCommand,
} from '@aws-sdk/client-ses';
import { within } from './deadline.ts';
import type { CampaignSender, Mailer, SendResult } from './mailer.ts';
import { composeMail, composeTemplate } from './mime.ts';

/** A function that slept may wake with closed connections, and the outcome of a call on one of those is unknown. */
const idle = { timeout: 2000 };

const CONNECTION_MS = 2000;
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
      return outcomeOf(cause, from);
    }
  };

  return {
    send: async (mail) => send(mail.id, mail.to, await composeMail(mail, sender)),

    async maxPerSecond() {
      const { MaxSendRate = 1 } = await within(replyMs, (abortSignal) =>
        client.send(new GetSendQuotaCommand({}), { abortSignal }),
      );
      return MaxSendRate;
    },

    async prepareTemplate(files) {
      const { bytes, compose } = await composeTemplate(files, sender);
      return {
        bytes,
        send: async (delivery) => send(delivery.mailId, delivery.to, await compose(delivery)),
      };
    },
  };
}

/** The account, its rights or its configuration, whatever the mail (errors of SendRawEmail, SES API 2010-12-01). */
const SENDER_ERRORS = /^(AccountSendingPaused|ConfigurationSet\w+|MailFromDomainNotVerified)(Exception)?$/;

/** Only a reply of SES itself below 500, or a missing connection, proves that nothing was sent. */
function outcomeOf(cause: unknown, from: string): SendResult {
  const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : 'Unknown error';
  if (!(cause instanceof SESServiceException))
    return { outcome: isWithoutConnection(cause) ? 'unreached' : 'in-doubt', reason };
  const status = cause.$metadata.httpStatusCode ?? 500;
  if (/daily message quota/i.test(reason)) return { outcome: 'quota-used-up', reason };
  if (status === 429 || /throttl|rate exceeded/i.test(reason)) return { outcome: 'throttled', reason };
  if (status >= 500) return { outcome: 'in-doubt', reason };
  // A message about an unverified identity names it: our domain, or in the sandbox the recipient.
  const [, domain = from] = /@([^>\s]+)/.exec(from) ?? [];
  const isUnverified = /not verified/i.test(cause.message) && cause.message.includes(domain);
  const isSenders = status === 403 || SENDER_ERRORS.test(cause.name) || isUnverified;
  return { outcome: isSenders ? 'sender-rejected' : 'rejected', reason };
}

/** An unknown host, a refused connection, or `connectionTimeout`, which has no error code of its own. */
function isWithoutConnection(cause: unknown): boolean {
  if (cause instanceof AggregateError) return cause.errors.every(isWithoutConnection);
  if (!(cause instanceof Error)) return false;
  const isRefused = 'syscall' in cause && (cause.syscall === 'connect' || cause.syscall === 'getaddrinfo');
  return isRefused || cause.message.includes('did not establish a connection');
}
