import {
  GetSendQuotaCommand,
  SESClient,
  type SESClientConfig,
  SESServiceException,
  SendRawEmailCommand,
} from '@aws-sdk/client-ses';
import type { Announcer } from '../mail/campaigns/campaign-queue.ts';
import type { Mailer, SendResult } from '../mail/transactional/mail.ts';
import { within } from './deadline.ts';
import { compose, composeCopies } from './mime.ts';

/** A function that slept may wake with connections that are gone, and a call on one of those has no clear end. */
const idle = { timeout: 2000 };

const CONNECTION_MS = 2000;
/** From the moment that a mail may leave to the last byte of the reply. */
const REPLY_MS = 10_000;

/** SES has no idempotency key: the SDK's own retries would turn one lost reply into three mails, so there are none. */
export const createSesClient = (elsewhere: Pick<SESClientConfig, 'endpoint'> = {}): SESClient =>
  new SESClient({
    ...elsewhere,
    maxAttempts: 1,
    requestHandler: { connectionTimeout: CONNECTION_MS, httpAgent: idle, httpsAgent: idle },
  });

/** Comes back with every event. */
export const MAIL_ID_TAG = 'mail';

/** Who sends, and the set whose events come back to us; none where nobody listens. */
export interface SesSettings {
  from: string;
  configurationSet?: string | undefined;
}

export function sesMailer(
  { from, configurationSet }: SesSettings,
  client: SESClient = createSesClient(),
  replyMs: number = REPLY_MS,
): Mailer & Announcer {
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
    // Signed by then: only writing it is left, so that it arrives as it was let go. Waiting for that is not limited here.
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
        : { outcome: 'unclear', reason: 'No message id' };
    } catch (cause) {
      return outcomeOf(sending.signal.aborted ? sending.signal.reason : cause);
    }
  };

  return {
    send: async (mail) => send(mail.id, mail.to, await compose(mail, from)),

    async perSecond() {
      const { MaxSendRate = 1 } = await within(replyMs, (abortSignal) =>
        client.send(new GetSendQuotaCommand({}), { abortSignal }),
      );
      return MaxSendRate;
    },

    async open(files) {
      const { bytes, copy } = await composeCopies(files, from);
      return {
        bytes,
        send: async (each, beforeSend) => send(each.mailId, each.to, await copy(each), beforeSend),
      };
    },
  };
}

/** Only an answer of SES itself below 500, or that there was no connection, says for certain that nothing was sent. */
function outcomeOf(cause: unknown): SendResult {
  const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : 'Unknown fault';
  if (!(cause instanceof SESServiceException))
    return { outcome: isWithoutConnection(cause) ? 'unreached' : 'unclear', reason };
  const status = cause.$metadata.httpStatusCode ?? 500;
  if (status === 429 || /throttl|rate exceeded/i.test(reason)) return { outcome: 'throttled', reason };
  return { outcome: status < 500 ? 'refused' : 'unclear', reason };
}

/** No address for the name, nobody there, or `connectionTimeout`, which has no code of its own. */
function isWithoutConnection(cause: unknown): boolean {
  if (cause instanceof AggregateError) return cause.errors.every(isWithoutConnection);
  if (!(cause instanceof Error)) return false;
  const isRefused = 'syscall' in cause && (cause.syscall === 'connect' || cause.syscall === 'getaddrinfo');
  return isRefused || cause.message.includes('did not establish a connection');
}
