import { randomUUID } from 'node:crypto';
import { html } from 'hono/html';
import type { Mailbox } from './inbox.ts';
import { AwsError, awsRoutes, notSupported } from './server.ts';

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
}

const MESSAGE_LIMIT_BYTES = 10 * 1024 * 1024;
const LOCAL_PER_SECOND = 100;
const SECOND_MS = 1000;
/** ASCII without misplaced dots: SES takes no other (SMTPUTF8, RFC 5322). */
const ADDRESS = /^(?!\.|.*\.\.)[!-?A-~]+(?<!\.)@[a-z\d-]+(\.[a-z\d-]+)+$/i;

/** Emulates SendRawEmail and GetSendQuota of SES (version 1); emails go into the mailbox. */
export function openSes(
  mailbox: Pick<Mailbox, 'keep'>,
  {
    onEvent = () => {},
    perSecond = LOCAL_PER_SECOND,
    account = {},
    clock = () => new Date(),
  }: SesOptions = {},
) {
  /** The instants of the calls of the last second. */
  let calledAt: number[] = [];
  const maxPerSecond = () => (state.account.isInSandbox ? 1 : perSecond);

  const sendQuota = () =>
    html`<GetSendQuotaResponse><GetSendQuotaResult><MaxSendRate>${maxPerSecond()}</MaxSendRate></GetSendQuotaResult></GetSendQuotaResponse>`;

  /** Resolves to the message's ID. */
  async function sendRawEmail(form: URLSearchParams): Promise<string> {
    const email = parseEmail(form);
    const now = clock().getTime();
    calledAt = calledAt.filter((instant) => instant > now - SECOND_MS);
    if (calledAt.length >= maxPerSecond())
      throw new AwsError(400, 'Throttling', 'Maximum sending rate exceeded.');
    calledAt.push(now);
    checkEmail(email);
    checkAccount(state.account, email);
    const outcome = simulatedOutcome(email.to[0]);
    const isKept = outcome === 'delivery' || outcome === 'complaint';
    const id = isKept
      ? (await mailbox.keep(email.raw, email.from, email.to).catch(throttle)).id
      : randomUUID();
    const mail = { messageId: id, source: email.from, destination: email.to, tags: email.tags };
    for (const event of sesEvents(outcome, mail)) onEvent(event);
    return id;
  }

  const routes = awsRoutes(({ code, message }) => {
    const error = html`<Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error>`;
    return String(html`<ErrorResponse>${error}</ErrorResponse>`);
  });
  routes.post('*', async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const action = form.get('Action');
    if (action === 'GetSendQuota') return c.body(String(sendQuota()));
    if (action !== 'SendRawEmail') throw notSupported(`the action ${action}`);
    const result = html`<SendRawEmailResult><MessageId>${await sendRawEmail(form)}</MessageId></SendRawEmailResult>`;
    return c.body(String(html`<SendRawEmailResponse>${result}</SendRawEmailResponse>`));
  });
  const state = {
    routes,
    /** Can be replaced at any time. */
    account,
  };
  return state;
}

interface Email {
  raw: Buffer;
  from: string;
  to: [string];
  tags: Record<string, string[]>;
}

/** The call of the product: one recipient and one tag. */
function parseEmail(form: URLSearchParams): Email {
  const field = (name: string) => form.get(name) ?? '';
  const source = field('Source');
  return {
    raw: Buffer.from(field('RawMessage.Data'), 'base64'),
    from: /<([^>]+)>$/.exec(source)?.[1] ?? source,
    to: [field('Destinations.member.1')],
    tags: { [field('Tags.member.1.Name')]: [field('Tags.member.1.Value')] },
  };
}

function checkEmail({ raw, to: [address] }: Email): void {
  const reject = (message: string): never => {
    throw new AwsError(400, 'InvalidParameterValue', message);
  };
  if (raw.length > MESSAGE_LIMIT_BYTES) reject(`Message length is more than ${MESSAGE_LIMIT_BYTES} bytes.`);
  if (!ADDRESS.test(address)) reject('Illegal address');
}

/**
 * A mail that cannot be written, usually because the disk is full, is not lost: it is rejected like one beyond SES's
 * rate, so that the product tries again in a few seconds.
 */
function throttle(cause: unknown): never {
  console.error(`An email could not be written, and is tried again by itself. ${cause}`);
  throw new AwsError(400, 'Throttling', 'The email could not be written.');
}

/** What decides whether SES accepts an account's emails. By default it accepts all. */
export interface SesAccount {
  /** Rejects every email, with SES's code and in its own words. */
  rejection?: { status: 400 | 403; code: string; message: string };
  /** Whether the sender's address and domain are not verified. */
  isUnverified?: boolean;
  /** Whether SES sends to verified addresses alone, one a second: here to the sender's own. */
  isInSandbox?: boolean;
}

const rejecting = (code: string, message: string, status: 400 | 403 = 400): SesAccount => ({
  rejection: { status, code, message },
});

/** The accounts that `npm start` can play. */
export const sesAccounts = {
  ready: {},
  'unverified-identity': { isUnverified: true },
  'unverified-mail-from': rejecting(
    'MailFromDomainNotVerifiedException',
    'The MAIL FROM domain is not verified.',
  ),
  sandbox: { isInSandbox: true },
  paused: rejecting(
    'AccountSendingPausedException',
    'Email sending is disabled for the account 000000000000.',
  ),
  'paused-by-aws': rejecting(
    'MessageRejected',
    'Sending paused for this account. For more information, please check the inbox of the email address associated with your AWS account.',
  ),
  'no-rights': rejecting(
    'AccessDenied',
    "User `arn:aws:sts::000000000000:assumed-role/sender/local' is not authorized to perform `ses:SendRawEmail'",
    403,
  ),
  'expired-credentials': rejecting(
    'ExpiredToken',
    'The security token included in the request is expired',
    403,
  ),
  'no-configuration-set': rejecting(
    'ConfigurationSetDoesNotExist',
    'Configuration set <local> does not exist.',
  ),
  'quota-used-up': rejecting('Throttling', 'Daily message quota exceeded.'),
} as const satisfies Record<string, SesAccount>;

/** @throws as SES rejects an email of this account */
function checkAccount(account: SesAccount, { from, to }: { from: string; to: readonly string[] }): void {
  const { rejection, isUnverified, isInSandbox } = account;
  if (rejection) throw new AwsError(rejection.status, rejection.code, rejection.message);
  const unverified = [
    ...(isUnverified ? [from] : []),
    ...(isInSandbox ? to.filter((address) => address !== from) : []),
  ];
  if (unverified.length > 0)
    throw new AwsError(
      400,
      'MessageRejected',
      `Email address is not verified. The following identities failed the check in region AP-SOUTHEAST-1: ${unverified.join(', ')}`,
    );
}

type SimulatedOutcome = 'delivery' | 'bounce' | 'soft-bounce' | 'complaint';

/**
 * Addresses that try out what can become of a mail, as SES's own simulator has them: whatever begins with `bounce`,
 * `soft-bounce` or `complaint`.
 */
function simulatedOutcome(address: string): SimulatedOutcome {
  const outcomes = ['bounce', 'soft-bounce', 'complaint'] as const;
  return outcomes.find((outcome) => address.toLowerCase().startsWith(outcome)) ?? 'delivery';
}

const bounces = {
  bounce: { bounceType: 'Permanent', diagnosticCode: 'smtp; 550 5.1.1 user unknown' },
  'soft-bounce': { bounceType: 'Transient', diagnosticCode: 'smtp; 452 4.2.2 mailbox full' },
} as const;

interface SentMail {
  messageId: string;
  source: string;
  destination: readonly string[];
  tags: Record<string, string[]>;
}

/** An event as SES publishes it, the fields that matter. */
export type SesEvent = ReturnType<typeof sesEvents>[number];

/** The events of SES for one email, in their order. */
export function sesEvents(outcome: SimulatedOutcome, mail: SentMail) {
  const sent = { eventType: 'Send', mail };
  const addresses = mail.destination.map((emailAddress) => ({ emailAddress }));
  if (outcome === 'bounce' || outcome === 'soft-bounce') {
    const { bounceType, diagnosticCode } = bounces[outcome];
    const bouncedRecipients = addresses.map((each) => ({ ...each, diagnosticCode }));
    const bounce = { bounceType, bounceSubType: 'General', bouncedRecipients };
    return [sent, { eventType: 'Bounce', mail, bounce }];
  }
  const delivered = { eventType: 'Delivery', mail };
  if (outcome === 'delivery') return [sent, delivered];
  const complaint = { complaintFeedbackType: 'abuse', complainedRecipients: addresses };
  return [sent, delivered, { eventType: 'Complaint', mail, complaint }];
}
