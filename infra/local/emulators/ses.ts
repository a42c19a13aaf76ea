import { randomUUID } from 'node:crypto';
import PostalMime, { addressParser } from 'postal-mime';
import { diskErrorSentence, toDiskError } from '../disk/errors.ts';
import {
  AwsError,
  type Emulator,
  isSigned,
  readBody,
  startEmulatorServer,
  type Xml,
  xml,
} from './aws-server.ts';
import { addressesOf, type Mailbox } from './mailbox.ts';
import { checkCredentials, checkEmail, dailyQuota, type SesAccount } from './ses-account.ts';

/**
 * Faults of one call: accepted with a lost reply, or with none at all; rejected for its rate, or for its address. What SES
 * rejects for its sender is up to the account.
 */
type SesFault = 'drop-reply' | 'hang' | 'throttle' | 'reject';

export interface SesEmulator extends Emulator {
  /** Can be replaced at any time. */
  account: SesAccount;
  /** Injects faults into the next calls, one each. */
  failNext(...faults: SesFault[]): void;
}

export interface SesOptions {
  /** Called with the events that SES would publish. */
  onEvent?: (event: SesEvent) => void;
  /**
   * The account's rate: calls beyond it within any second are rejected. SES allows short bursts without promising
   * anything about them, so the emulator allows none.
   */
  perSecond?: number;
  account?: SesAccount;
  clock?: () => Date;
  /** The fault of a call by its number, from 1, and its recipient; asked when the whole call has arrived. */
  faultOf?: (call: number, to: string) => SesFault | undefined;
}

const NAMESPACE = 'http://ses.amazonaws.com/doc/2010-12-01/';
const MESSAGE_LIMIT_BYTES = 10 * 1024 * 1024;
const BODY_LIMIT_BYTES = 2 * MESSAGE_LIMIT_BYTES;
const RECIPIENT_LIMIT = 50;
const LOCAL_PER_SECOND = 100;
const DAY_MS = 86_400_000;

/** Emulates SendRawEmail and GetSendQuota of SES (version 1); emails go into the mailbox. */
export async function startSes(
  mailbox: Pick<Mailbox, 'keep'>,
  {
    onEvent = () => {},
    perSecond = LOCAL_PER_SECOND,
    account = {},
    clock = () => new Date(),
    faultOf = () => undefined,
  }: SesOptions = {},
): Promise<SesEmulator> {
  const box = storedOrThrottled(mailbox);
  const faults: SesFault[] = [];
  const taken: number[] = [];
  const sent: number[] = [];
  let calls = 0;
  /** How many of these instants, which are sorted, lie within so many milliseconds; forgets the others. */
  const recent = (instants: number[], milliseconds: number) => {
    const from = clock().getTime() - milliseconds;
    while (instants[0] !== undefined && instants[0] <= from) instants.shift();
    return instants.length;
  };
  const maxPerSecond = () => (state.account.isInSandbox ? 1 : perSecond);
  /** Counts the call among those of the last second. */
  const isWithinRate = () => recent(taken, 1000) < maxPerSecond() && taken.push(clock().getTime()) > 0;

  const state = { account, failNext: (...more: SesFault[]) => void faults.push(...more) };
  const service = await startEmulatorServer(async (request, response) => {
    const requestId = xml('RequestId', randomUUID());
    const send = (status: number, { text }: Xml) =>
      response.writeHead(status, { 'content-type': 'text/xml' }).end(text);
    const reply = (action: string, result: readonly Xml[]) =>
      send(
        200,
        xml(`${action}Response xmlns="${NAMESPACE}"`, [
          xml(`${action}Result`, result),
          xml('ResponseMetadata', [requestId]),
        ]),
      );
    try {
      if (!isSigned(request))
        throw new AwsError(403, 'MissingAuthenticationToken', 'The request is not signed.');
      const form = new URLSearchParams((await readBody(request, BODY_LIMIT_BYTES)).toString());
      if (form.get('Action') === 'GetSendQuota') {
        checkCredentials(state.account);
        const quota = {
          Max24HourSend: dailyQuota(state.account),
          MaxSendRate: maxPerSecond(),
          SentLast24Hours: recent(sent, DAY_MS),
        };
        reply(
          'GetSendQuota',
          Object.entries(quota).map(([name, value]) => xml(name, value)),
        );
        return;
      }
      if (form.get('Action') !== 'SendRawEmail')
        throw new AwsError(501, 'InvalidAction', `Not supported here: the action ${form.get('Action')}.`);
      // Before anything is awaited: the call counts from its arrival.
      calls += 1;
      const fault = faults.shift() ?? faultOf(calls, form.get('Destinations.member.1') ?? '');
      if (fault === 'throttle' || !isWithinRate())
        throw new AwsError(400, 'Throttling', 'Maximum sending rate exceeded.');

      if (fault === 'reject') throw new AwsError(400, 'InvalidParameterValue', 'Domain contains dot-dot');
      const message = await parseMessage(form);
      checkEmail(state.account, message, recent(sent, DAY_MS));
      sent.push(...message.to.map(() => clock().getTime()));
      const messageId = await accept(box, message, onEvent);
      if (fault === 'drop-reply') {
        response.destroy();
        return;
      }
      if (fault === 'hang') return;
      reply('SendRawEmail', [xml('MessageId', messageId)]);
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      const parts = [xml('Type', 'Sender'), xml('Code', error.code), xml('Message', error.message)];
      request.resume();
      send(error.status, xml(`ErrorResponse xmlns="${NAMESPACE}"`, [xml('Error', parts), requestId]));
    }
  });
  return Object.assign(state, service);
}

interface Message {
  raw: Buffer;
  from: string;
  to: string[];
  configurationSet: string | null;
  tags: Record<string, string[]>;
}

async function parseMessage(form: URLSearchParams): Promise<Message> {
  const members = (prefix: string, suffix = '') =>
    [...form].filter(([name]) => name.startsWith(prefix) && name.endsWith(suffix)).map(([, value]) => value);

  const raw = Buffer.from(form.get('RawMessage.Data') ?? '', 'base64');
  if (raw.length === 0) throw new AwsError(400, 'ValidationError', 'The raw message is empty.');
  if (raw.length > MESSAGE_LIMIT_BYTES) {
    throw new AwsError(
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
    throw new AwsError(400, 'InvalidParameterValue', "Missing final '@domain'");
  }
  for (const address of [...to, ...addressesOf(inHeader)]) checkAddress(address);
  if (to.length === 0 || to.length > RECIPIENT_LIMIT) {
    throw new AwsError(400, 'InvalidParameterValue', `A message has 1 to ${RECIPIENT_LIMIT} recipients.`);
  }
  const names = members('Tags.member.', '.Name');
  const values = members('Tags.member.', '.Value');
  const tags = Object.fromEntries(names.map((name, at) => [name, [values[at] ?? '']]));
  return { raw, from, to, configurationSet: form.get('ConfigurationSetName'), tags };
}

/** SES takes no internationalised addresses (SMTPUTF8), and no local part that is not a dot-atom (RFC 5322). */
function checkAddress(address: string): void {
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  const refuse = (message: string) => {
    throw new AwsError(400, 'InvalidParameterValue', message);
  };
  if (/[^\p{ASCII}]/u.test(local)) refuse('Local address contains non-ASCII characters');
  if (/^\.|\.$|\.\./.test(local)) refuse('Local address contains a misplaced dot');
  if (/[^\p{ASCII}]/u.test(domain)) refuse('Domain contains illegal character');
  if (/^[.-]|\.\.|[.-]$/.test(domain)) refuse('Domain contains a misplaced dot or hyphen');
}

/** Stores the email, unless its address bounces, and publishes its events. */
async function accept(
  mailbox: Pick<Mailbox, 'keep'>,
  { raw, from, to, tags }: Message,
  onEvent: (event: SesEvent) => void,
): Promise<string> {
  const outcome = simulatedOutcome(to);
  const isLost = outcome === 'bounce' || outcome === 'soft-bounce';
  const messageId = isLost ? randomUUID() : (await mailbox.keep(raw, from, to)).id;
  for (const event of sesEvents(outcome, { messageId, source: from, destination: to, tags })) onEvent(event);
  return messageId;
}

/**
 * A mail that cannot be written, usually because the disk is full, is not lost: it is rejected like one beyond SES's
 * rate, so that the product tries again in a few seconds. Reported once until the disk works again.
 */
function storedOrThrottled(mailbox: Pick<Mailbox, 'keep'>): Pick<Mailbox, 'keep'> {
  let isReported = false;
  return {
    async keep(raw, from, to) {
      try {
        const mail = await mailbox.keep(raw, from, to);
        isReported = false;
        return mail;
      } catch (cause) {
        const diskError = toDiskError(cause);
        if (diskError === undefined) throw cause;
        if (!isReported)
          console.error(diskErrorSentence(diskError, 'emails that wait are sent by themselves'));
        isReported = true;
        throw new AwsError(400, 'Throttling', `The email could not be written: ${diskError.reason}.`);
      }
    },
  };
}

/** An event as SES publishes it, the fields that matter. */
export interface SesEvent {
  eventType: 'Send' | 'Delivery' | 'Bounce' | 'Complaint';
  mail: { messageId: string; source: string; destination: readonly string[]; tags: Record<string, string[]> };
  bounce?: {
    bounceType: 'Permanent' | 'Transient';
    bounceSubType: string;
    bouncedRecipients: { emailAddress: string; diagnosticCode: string }[];
  };
  complaint?: { complaintFeedbackType: string; complainedRecipients: { emailAddress: string }[] };
}

export type SimulatedOutcome = 'delivery' | 'bounce' | 'soft-bounce' | 'complaint';

/**
 * Addresses that try out what can become of a mail, as SES's own simulator has them: whatever begins with `bounce`,
 * `soft-bounce` or `complaint`.
 */
const simulatedOutcome = ([address = '']: readonly string[]): SimulatedOutcome => {
  const [, outcome] = /^(bounce|soft-bounce|complaint)/i.exec(address) ?? [];
  const known = outcome?.toLowerCase();
  return known === 'bounce' || known === 'soft-bounce' || known === 'complaint' ? known : 'delivery';
};

/** The events of SES for one email, in their order. */
export function sesEvents(outcome: SimulatedOutcome, mail: SesEvent['mail']): SesEvent[] {
  const sent: SesEvent = { eventType: 'Send', mail };
  const addresses = mail.destination.map((emailAddress) => ({ emailAddress }));
  if (outcome === 'bounce' || outcome === 'soft-bounce') {
    const [bounceType, diagnosticCode] =
      outcome === 'bounce'
        ? (['Permanent', 'smtp; 550 5.1.1 user unknown'] as const)
        : (['Transient', 'smtp; 452 4.2.2 mailbox full'] as const);
    const bouncedRecipients = addresses.map((each) => ({ ...each, diagnosticCode }));
    return [
      sent,
      { eventType: 'Bounce', mail, bounce: { bounceType, bounceSubType: 'General', bouncedRecipients } },
    ];
  }
  const delivered: SesEvent = { eventType: 'Delivery', mail };
  if (outcome === 'delivery') return [sent, delivered];
  const complaint = { complaintFeedbackType: 'abuse', complainedRecipients: addresses };
  return [sent, delivered, { eventType: 'Complaint', mail, complaint }];
}
