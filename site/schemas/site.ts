import * as z from 'zod';
import { CURRENCY } from '#shared/money';
import { sample, Text, WebAddress } from './fields.ts';

const Mailbox = z.strictObject({ address: z.email(), sample });

/** content/site.json: names, address, mailboxes and fees. */
export const Site = z.strictObject({
  name: Text,
  shortName: Text,
  officialName: Text,
  product: Text,
  slug: z.string().regex(/^[a-z]+$/, 'may hold the letters a to z only'),
  address: WebAddress,
  description: Text,
  copyrightYears: z.string().regex(/^\d{4}-\d{4}$/, 'is a span of years; write it as "2015-2025"'),
  mail: z.strictObject({ contact: Mailbox }),
  /** What receipts say behind "Registration:", as the registrar wrote it. */
  registration: z.strictObject({ text: Text, sample }),
  fees: z.strictObject({
    currency: z.literal(CURRENCY),
    since: z.int(),
    perYear: z.strictObject({ professional: z.int().positive(), student: z.int().positive() }),
  }),
});
export type Site = z.infer<typeof Site>;
