import {
  GetSendQuotaCommand,
  SESClient,
  type SESClientConfig,
  SESServiceException,
  SendRawEmailCommand,
} from '@aws-sdk/client-ses';
import type { Mailer, SendResult } from '../domain/mail/mail.ts';
import type { Announcer } from '../domain/mail/road.ts';
import { compose, composeCopies } from './compose.ts';

/** A function that slept may wake with connections that are gone, and a call on one of those has no clear end. */
const idle = { timeout: 2000 };

/** SES has no idempotency key: the SDK's own retries would turn one lost reply into three mails, so there are none. */
export const openSes = (elsewhere: Pick<SESClientConfig, 'endpoint'> = {}): SESClient =>
  new SESClient({
    ...elsewhere,
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 2000, requestTimeout: 10_000, httpAgent: idle, httpsAgent: idle },
  });

/** Comes back with every event. */
export const MAIL_TAG = 'mail';

/** Who sends, and the set whose events come back to us; none where nobody listens. */
export interface SesSettings {
  from: string;
  configurationSet?: string | undefined;
}

export function sesRoad(
  { from, configurationSet }: SesSettings,
  client: SESClient = openSes(),
): Mailer & Announcer {
  const send = async (
    mailId: string,
    to: string,
    raw: Buffer,
    mayLeave = async () => {},
  ): Promise<SendResult> => {
    const command = new SendRawEmailCommand({
      Source: from,
      Destinations: [to],
      RawMessage: { Data: raw },
      Tags: [{ Name: MAIL_TAG, Value: mailId }],
      ...(configurationSet !== undefined && { ConfigurationSetName: configurationSet }),
    });
    // Signed by then: only writing it is left, so that it arrives as it was let go.
    command.middlewareStack.add(
      (next) => async (request) => {
        await mayLeave();
        return next(request);
      },
      { step: 'finalizeRequest', priority: 'low', name: 'mayLeave' },
    );
    try {
      const { MessageId } = await client.send(command);
      return MessageId
        ? { outcome: 'sent', messageId: MessageId }
        : { outcome: 'unclear', reason: 'No message id' };
    } catch (cause) {
      return outcomeOf(cause);
    }
  };

  return {
    send: async (mail) => send(mail.id, mail.to, await compose(mail, from)),

    async perSecond() {
      const { MaxSendRate = 1 } = await client.send(new GetSendQuotaCommand({}));
      return MaxSendRate;
    },

    async open(files) {
      const { bytes, copy } = await composeCopies(files, from);
      return {
        bytes,
        send: async (each, mayLeave) => send(each.mailId, each.to, await copy(each), mayLeave),
      };
    },
  };
}

/** Only an answer of SES itself below 500 says for certain that nothing was sent. */
function outcomeOf(cause: unknown): SendResult {
  const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : 'Unknown fault';
  if (!(cause instanceof SESServiceException)) return { outcome: 'unclear', reason };
  const status = cause.$metadata.httpStatusCode ?? 500;
  if (status === 429 || /throttl|rate exceeded/i.test(reason)) return { outcome: 'throttled', reason };
  return { outcome: status < 500 ? 'refused' : 'unclear', reason };
}
