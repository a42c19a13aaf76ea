import { SESClient, SESServiceException, SendRawEmailCommand } from '@aws-sdk/client-ses';
import type { Mailer, SendResult } from '../domain/mail/mail.ts';
import { compose } from './compose.ts';

/** SES has no idempotency key: the SDK's own retries would turn one lost reply into three mails, so there are none. */
const openSes = (): SESClient =>
  new SESClient({ maxAttempts: 1, requestHandler: { connectionTimeout: 2000, requestTimeout: 10_000 } });

export function sesMailer(from: string, client: SESClient = openSes()): Mailer {
  return {
    async send(mail) {
      const RawMessage = { Data: await compose(mail, from) };
      const command = new SendRawEmailCommand({ Source: from, Destinations: [mail.to], RawMessage });
      try {
        const { MessageId } = await client.send(command);
        return MessageId
          ? { outcome: 'sent', messageId: MessageId }
          : { outcome: 'unclear', reason: 'No message id' };
      } catch (cause) {
        return outcomeOf(cause);
      }
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
