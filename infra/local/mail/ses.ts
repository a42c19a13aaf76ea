import { randomUUID } from 'node:crypto';
import { setTimeout as pass } from 'node:timers/promises';
import PostalMime, { addressParser } from 'postal-mime';
import { AwsRefusal, isSigned, readBody, type StandIn, startStandIn, type Xml, xml } from '../stand-in.ts';
import { addressesOf, type Mailbox } from './mailbox.ts';

/** What can go wrong with one call: accepted but the reply is lost; refused for its rate; late; bounced by the recipient. */
export type MailFault = 'drop-reply' | 'throttle' | 'bounce' | { delayMilliseconds: number };

/** An event as SES publishes it, the fields that matter. */
export interface MailEvent {
  eventType: 'Delivery' | 'Bounce';
  mail: { messageId: string; source: string; destination: readonly string[]; tags: Record<string, string[]> };
  bounce?: { bounceType: 'Permanent'; bouncedRecipients: { emailAddress: string }[] };
}

export interface MailService extends StandIn {
  /** What happens to the next calls, one fault each. */
  next(...faults: MailFault[]): void;
}

/** SES's own address for trying out a bounce. */
const BOUNCING = 'bounce@simulator.amazonses.com';
const NAMESPACE = 'http://ses.amazonaws.com/doc/2010-12-01/';
const MESSAGE_LIMIT_BYTES = 10 * 1024 * 1024;
const BODY_LIMIT_BYTES = 2 * MESSAGE_LIMIT_BYTES;
const RECIPIENT_LIMIT = 50;

/** The SendRawEmail call of SES (version 1), into the mailbox instead of the world. */
export async function startMail(
  mailbox: Mailbox,
  onEvent: (event: MailEvent) => void = () => {},
): Promise<MailService> {
  const faults: MailFault[] = [];
  const service = await startStandIn(async (request, response) => {
    const reply = (status: number, { text }: Xml) =>
      response.writeHead(status, { 'content-type': 'text/xml' }).end(text);
    const requestId = xml('RequestId', randomUUID());
    try {
      if (!isSigned(request))
        throw new AwsRefusal(403, 'MissingAuthenticationToken', 'The request is not signed.');
      const form = new URLSearchParams((await readBody(request, BODY_LIMIT_BYTES)).toString());
      const message = await parseCall(form);
      const fault = faults.shift();
      if (fault === 'throttle') throw new AwsRefusal(400, 'Throttling', 'Maximum sending rate exceeded.');

      const messageId = await accept(mailbox, message, fault, onEvent);
      if (fault === 'drop-reply') {
        response.destroy();
        return;
      }
      if (typeof fault === 'object') await pass(fault.delayMilliseconds);
      const result = xml('SendRawEmailResult', [xml('MessageId', messageId)]);
      const metadata = xml('ResponseMetadata', [requestId]);
      reply(200, xml(`SendRawEmailResponse xmlns="${NAMESPACE}"`, [result, metadata]));
    } catch (error) {
      if (!(error instanceof AwsRefusal)) throw error;
      const parts = [xml('Type', 'Sender'), xml('Code', error.code), xml('Message', error.message)];
      request.resume();
      reply(error.status, xml(`ErrorResponse xmlns="${NAMESPACE}"`, [xml('Error', parts), requestId]));
    }
  });
  return { ...service, next: (...more) => faults.push(...more) };
}

interface Message {
  raw: Buffer;
  from: string;
  to: string[];
  tags: Record<string, string[]>;
}

async function parseCall(form: URLSearchParams): Promise<Message> {
  const action = form.get('Action');
  if (action !== 'SendRawEmail') {
    throw new AwsRefusal(501, 'InvalidAction', `Not supported here: the action ${action}.`);
  }
  const members = (prefix: string, suffix = '') =>
    [...form].filter(([name]) => name.startsWith(prefix) && name.endsWith(suffix)).map(([, value]) => value);

  const raw = Buffer.from(form.get('RawMessage.Data') ?? '', 'base64');
  if (raw.length === 0) throw new AwsRefusal(400, 'ValidationError', 'The raw message is empty.');
  if (raw.length > MESSAGE_LIMIT_BYTES) {
    throw new AwsRefusal(
      400,
      'InvalidParameterValue',
      `Message length is more than ${MESSAGE_LIMIT_BYTES} bytes.`,
    );
  }
  const email = await PostalMime.parse(raw);
  const named = members('Destinations.member.').flatMap((destination) => addressParser(destination));
  const inHeader = [email.to, email.cc, email.bcc].flatMap((all) => all ?? []);
  const to = addressesOf(named.length > 0 ? named : inHeader);
  const source = form.get('Source');
  const [from] = addressesOf(source !== null ? addressParser(source) : email.from && [email.from]);
  if (!from || !to.every((address) => address.includes('@'))) {
    throw new AwsRefusal(400, 'InvalidParameterValue', "Missing final '@domain'");
  }
  if (to.length === 0 || to.length > RECIPIENT_LIMIT) {
    throw new AwsRefusal(400, 'InvalidParameterValue', `A message has 1 to ${RECIPIENT_LIMIT} recipients.`);
  }
  const names = members('Tags.member.', '.Name');
  const values = members('Tags.member.', '.Value');
  return { raw, from, to, tags: Object.fromEntries(names.map((name, at) => [name, [values[at] ?? '']])) };
}

async function accept(
  mailbox: Mailbox,
  { raw, from, to, tags }: Message,
  fault: MailFault | undefined,
  onEvent: (event: MailEvent) => void,
): Promise<string> {
  if (fault === 'bounce' || to.includes(BOUNCING)) {
    const messageId = randomUUID();
    onEvent({
      eventType: 'Bounce',
      mail: { messageId, source: from, destination: to, tags },
      bounce: {
        bounceType: 'Permanent',
        bouncedRecipients: to.map((emailAddress) => ({ emailAddress })),
      },
    });
    return messageId;
  }
  const { id } = await mailbox.keep(raw, from, to);
  onEvent({ eventType: 'Delivery', mail: { messageId: id, source: from, destination: to, tags } });
  return id;
}
