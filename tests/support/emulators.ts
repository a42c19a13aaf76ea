import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { Mailbox } from '../../infra/local/emulators/inbox.ts';
import { type S3Options, s3Routes } from '../../infra/local/emulators/s3.ts';
import { serve } from '../../infra/local/emulators/server.ts';
import { openSes, type SesOptions } from '../../infra/local/emulators/ses.ts';
import { openStripe, type StripeOptions } from '../../infra/local/emulators/stripe.ts';

/** Each on a port of its own, until it is closed. */

export const startS3 = ({
  clock = () => new Date(),
  ...options
}: Omit<S3Options, 'clock'> & Partial<S3Options>) => serve(s3Routes({ ...options, clock }));

/**
 * Faults of one call: accepted with a lost reply, or with none at all; rejected for its rate, or for its address. What SES
 * rejects for its sender is up to the account.
 */
type SesFault = 'drop-reply' | 'hang' | 'throttle' | 'reject';

const rejections: Partial<Record<SesFault, string>> = {
  throttle: '<Code>Throttling</Code><Message>Maximum sending rate exceeded.</Message>',
  reject: '<Code>InvalidParameterValue</Code><Message>Domain contains dot-dot</Message>',
};

export interface SesTestOptions extends SesOptions {
  /** The fault of a call by its number, from 1, and its recipient; asked when the whole call has arrived. */
  faultOf?: (call: number, to: string) => SesFault | undefined;
}

export async function startSes(
  mailbox: Pick<Mailbox, 'keep'>,
  { faultOf = () => undefined, ...options }: SesTestOptions = {},
) {
  const ses = openSes(mailbox, options);
  const faults: SesFault[] = [];
  let calls = 0;
  const routes = new Hono<{ Bindings: HttpBindings }>().use(async (c, next) => {
    const form = new URLSearchParams(await c.req.text());
    if (form.get('Action') !== 'SendRawEmail') return next();
    // Before anything else is awaited: the call counts from its arrival.
    calls += 1;
    const fault = faults.shift() ?? faultOf(calls, form.get('Destinations.member.1') ?? '');
    const rejection = fault && rejections[fault];
    if (rejection !== undefined)
      return c.body(`<ErrorResponse><Error>${rejection}</Error></ErrorResponse>`, 400);
    await next();
    if (fault === 'drop-reply') c.env.outgoing.destroy();
    if (fault !== undefined) return new Promise<Response>(() => {});
  });
  const served = await serve(new Hono().route('/', routes.route('/', ses.routes)));
  /** Injects faults into the next calls, one each. */
  const failNext = (...more: SesFault[]) => void faults.push(...more);
  return Object.assign(ses, { ...served, failNext });
}

export async function startStripe(options: StripeOptions) {
  const stripe = await openStripe(options);
  return { ...stripe, ...(await serve(stripe.api)) };
}
