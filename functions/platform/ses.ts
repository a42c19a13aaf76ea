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
/** From the moment that a mail may be sent to the last byte of the reply. */
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
  const send = async (
    mailId: string,
    to: string,
    raw: Buffer,
    beforeSend = async () => {},
  ): Promise<SendResult> => {
    const command = new SendRawEmailCommand({
      Source: from,
      Destinations: [to],
      RawMessage: { Data: raw },
      Tags: [{ Name: MAIL_ID_TAG, Value: mailId }],
      ...(configurationSet !== undefined && { ConfigurationSetName: configurationSet }),
    });
    const sending = new AbortController();
    // The request is signed by then: only writing it is left, so that it arrives when it was allowed to leave. The wait
    // itself has no limit here.
    command.middlewareStack.add(
      (next) => async (request) => {
        await beforeSend();
        return within(replyMs, (signal) => {
          signal.addEventListener('abort', () => sending.abort(signal.reason), { once: true });
          return next(request);
        });
      },
      { step: 'finalizeRequest', priority: 'low', name: 'beforeSend' },
    );
    try {
      const { MessageId } = await client.send(command, { abortSignal: sending.signal });
      return MessageId
        ? { outcome: 'sent', messageId: MessageId }
        : { outcome: 'in-doubt', reason: 'No message id' };
    } catch (cause) {
      return outcomeOf(sending.signal.aborted ? sending.signal.reason : cause);
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
        send: async (delivery, beforeSend) =>
          send(delivery.mailId, delivery.to, await compose(delivery), beforeSend),
      };
    },
  };
}

/** Only a reply of SES itself below 500, or a missing connection, proves that nothing was sent. */
function outcomeOf(cause: unknown): SendResult {
  const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : 'Unknown error';
  if (!(cause instanceof SESServiceException))
    return { outcome: isWithoutConnection(cause) ? 'unreached' : 'in-doubt', reason };
  const status = cause.$metadata.httpStatusCode ?? 500;
  if (status === 429 || /throttl|rate exceeded/i.test(reason)) return { outcome: 'throttled', reason };
  return { outcome: status < 500 ? 'rejected' : 'in-doubt', reason };
}

/** An unknown host, a refused connection, or `connectionTimeout`, which has no error code of its own. */
function isWithoutConnection(cause: unknown): boolean {
  if (cause instanceof AggregateError) return cause.errors.every(isWithoutConnection);
  if (!(cause instanceof Error)) return false;
  const isRefused = 'syscall' in cause && (cause.syscall === 'connect' || cause.syscall === 'getaddrinfo');
  return isRefused || cause.message.includes('did not establish a connection');
}
