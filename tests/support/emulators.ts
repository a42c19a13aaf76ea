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

export async function startSes(mailbox: Pick<Mailbox, 'keep'>, options?: SesOptions) {
  const ses = openSes(mailbox, options);
  return Object.assign(ses, await serve(ses.routes));
}

export async function startStripe(options: StripeOptions) {
  const stripe = await openStripe(options);
  return { ...stripe, ...(await serve(stripe.api)) };
}
