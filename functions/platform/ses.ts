import {
  GetSendQuotaCommand,
  SESClient,
  type SESClientConfig,
  SESServiceException,
  SendRawEmailCommand,
} from '@aws-sdk/client-ses';
import type Mail from 'nodemailer/lib/mailer/index.js';
import { toAsciiDomain } from '#shared/text';
import { within } from './deadline.ts';
import type {
  CampaignSender,
  MailAttachment,
  Mailer,
  OutgoingDelivery,
  OutgoingMail,
  SenderProblem,
  SendResult,
} from './mailer.ts';

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
      Destinations: [toAsciiDomain(to)],
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
    async send(mail) {
      return send(mail.id, mail.to, await composeMail(mail, sender));
    },

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
        async compose(delivery) {
          const raw = await compose(delivery);
          return () => send(delivery.id, delivery.to, raw);
        },
      };
    },
  };
}

interface Sender {
  from: string;
  replyTo?: string | undefined;
}

/** The libraries are loaded with the first email: most sweeps find none that is due. */
const loadComposer = () => import('nodemailer/lib/mail-composer/index.js');
const loadMimeNode = () => import('nodemailer/lib/mime-node/index.js');

/** The MIME of one mail. */
async function composeMime(
  { to, subject, html, text }: OutgoingMail,
  sender: Sender,
  headers: Mail.Headers,
  attachments: readonly Buffer[] = [],
): Promise<Buffer> {
  const { default: MailComposer } = await loadComposer();
  return new MailComposer({
    ...sender,
    to: { name: '', address: to },
    subject,
    text,
    html,
    attachments: attachments.map((raw) => ({ raw })),
    headers,
  })
    .compile()
    .build();
}

const composeMail = (mail: OutgoingMail, sender: Sender): Promise<Buffer> =>
  composeMime(mail, sender, { 'X-AG-Mail': mail.id, 'Auto-Submitted': 'auto-generated' });

/** Encodes the files once, so that each mail only encodes its own text and headers. */
async function composeTemplate(files: readonly MailAttachment[], sender: Sender) {
  const { default: MimeNode } = await loadMimeNode();
  const parts = await Promise.all(
    files.map(({ name, contentType, bytes }) =>
      // As a part of a mail: a node by itself begins with the headers of a whole one.
      new MimeNode('multipart/mixed')
        .createChild(contentType, { filename: name })
        .setHeader({ 'Content-Transfer-Encoding': 'base64', 'Content-Disposition': 'attachment' })
        .setContent(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
        .build(),
    ),
  );
  return {
    bytes: parts.reduce((sum, { length }) => sum + length, 0),
    compose: (mail: OutgoingDelivery): Promise<Buffer> => {
      const unsubscribe = { prepared: true, value: `<${mail.unsubscribe}>` };
      const headers = {
        'X-AG-Mail': mail.id,
        'List-Unsubscribe': unsubscribe,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };
      return composeMime(mail, sender, headers, parts);
    },
  };
}

/** About one email, its address or its content (errors of SendRawEmail and common errors, SES API 2010-12-01). */
const EMAIL_ERRORS = /^(InvalidParameterValue|ValidationError)(Exception)?$/;
/** The same with the code `MessageRejected`, which SES has for the account's own problems too. */
const EMAIL_MESSAGES = /blacklisted|suppression list/i;

/**
 * What an error of a call says about its email. Only a reply of SES itself below 500, or a missing connection, proves that it was
 * not sent. A rejection that is not known to be about this one email is about the sender: it must cost no email.
 */
export function resultOfError(cause: unknown, from: string): SendResult {
  const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : 'Unknown error';
  if (!(cause instanceof SESServiceException)) {
    // The SDK found none to sign with.
    if (cause instanceof Error && cause.name === 'CredentialsProviderError')
      return { outcome: 'sender-rejected', problem: 'no-rights', reason };
    return { outcome: isWithoutConnection(cause) ? 'unreached' : 'in-doubt', reason };
  }
  const status = cause.$metadata.httpStatusCode ?? 500;
  if (/daily message quota/i.test(reason))
    return { outcome: 'sender-rejected', problem: 'quota-used-up', reason };
  if (status === 429 || /throttl|rate exceeded/i.test(reason)) return { outcome: 'throttled', reason };
  if (status >= 500) return { outcome: 'in-doubt', reason };
  if (EMAIL_ERRORS.test(cause.name) || EMAIL_MESSAGES.test(cause.message))
    return { outcome: 'rejected', reason };
  return { outcome: 'sender-rejected', problem: senderProblem(cause, status, from), reason };
}

function senderProblem({ name, message }: Error, status: number, from: string): SenderProblem {
  if (/^MailFromDomainNotVerified/.test(name)) return 'unverified-identity';
  if (/^ConfigurationSet/.test(name)) return 'configuration-set';
  if (/^AccountSendingPaused/.test(name) || /paused|suspended|disabled/i.test(message))
    return 'account-paused';
  if (/not verified/i.test(message)) {
    // The message names the identities: the sender's address or, in the sandbox, the recipient's.
    const [sender = from] = /[^<\s]+@[^>\s]+/.exec(from) ?? [];
    return message.split(/[\s,<>]+/).includes(sender) ? 'unverified-identity' : 'sandbox';
  }
  // Some of these errors come with 400.
  const isAboutRights = status === 403 || /AccessDenied|NotAuthorized|Expired|Token|Signature/.test(name);
  return isAboutRights ? 'no-rights' : 'other';
}

/** An unknown host, a refused connection, or `connectionTimeout`, which has no error code of its own. */
function isWithoutConnection(cause: unknown): boolean {
  if (cause instanceof AggregateError) return cause.errors.every(isWithoutConnection);
  if (!(cause instanceof Error)) return false;
  const isRefused = 'syscall' in cause && (cause.syscall === 'connect' || cause.syscall === 'getaddrinfo');
  return isRefused || cause.message.includes('did not establish a connection');
}
