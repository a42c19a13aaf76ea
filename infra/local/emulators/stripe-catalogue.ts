import { MEMBERSHIP_TYPES, membershipTypeNames } from '#shared/choices';
import { toMinorUnits } from '#shared/money';
import site from '../../../content/site.json' with { type: 'json' };

/** The hosted pages as they would be set up at Stripe; `id` is the one in the product's settings. */
export const paymentLinks = MEMBERSHIP_TYPES.map((type) => ({
  id: `plink_local_${type}`,
  type,
  url: `/_local/pay/${type}`,
  product: membershipTypeNames[type],
  feeMinorUnits: toMinorUnits(site.fees.perYear[type]),
}));

export type CatalogueLink = (typeof paymentLinks)[number];

const DELAY_SECONDS = 5;
const LATE_SECONDS = 20;

export interface TestCard {
  number: string;
  effect: string;
  declined?: true;
  /** Seconds until the bank confirms. */
  delaySeconds?: number;
  /** When and how often the webhooks are sent; by default once, immediately. */
  webhook?: { times: number; afterSeconds: number };
  /** What happens after the payment. */
  isRefundedOrDisputed?: { by: 'refund' | 'dispute'; afterSeconds: number };
}

/** Stripe's own test numbers, some of them with other results. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', effect: 'Accepted' },
  { number: '4000000000000002', effect: 'Declined by the bank', declined: true },
  {
    number: '4000000000003220',
    effect: `Accepted; bank confirms after ${DELAY_SECONDS} seconds`,
    delaySeconds: DELAY_SECONDS,
  },
  {
    number: '4000003720000278',
    effect: `Accepted; webhook arrives ${LATE_SECONDS} seconds late`,
    webhook: { times: 1, afterSeconds: LATE_SECONDS },
  },
  {
    number: '4000000000000077',
    effect: 'Accepted; webhook sent twice',
    webhook: { times: 2, afterSeconds: 0 },
  },
  {
    number: '4000000000000341',
    effect: 'Accepted; no webhook',
    webhook: { times: 0, afterSeconds: 0 },
  },
  {
    number: '4000000000007726',
    effect: `Accepted; refunded after ${LATE_SECONDS} seconds`,
    isRefundedOrDisputed: { by: 'refund', afterSeconds: LATE_SECONDS },
  },
  {
    number: '4000000000000259',
    effect: `Accepted; disputed after ${LATE_SECONDS} seconds`,
    isRefundedOrDisputed: { by: 'dispute', afterSeconds: LATE_SECONDS },
  },
];

export const formatCardNumber = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ');
