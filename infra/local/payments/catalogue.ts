/** The two hosted pages, as they would be set up at Stripe; `id` is what the product knows them by. */
export const paymentLinks = [
  {
    id: 'plink_local_professional',
    type: 'professional',
    url: '/_local/pay/professional',
    product: 'Professional Member',
    feeMinorUnits: 36_000,
  },
  {
    id: 'plink_local_student',
    type: 'student',
    url: '/_local/pay/student',
    product: 'Student Member',
    feeMinorUnits: 12_000,
  },
] as const;

export type PaymentLink = (typeof paymentLinks)[number];

const DELAY_SECONDS = 5;

/** Stripe's own test numbers; on the delayed one the money arrives a while after the page was left. */
export const testCards = [
  { number: '4242424242424242', effect: 'Accepted', declined: false, delaySeconds: 0 },
  { number: '4000000000000002', effect: 'Declined by the bank', declined: true, delaySeconds: 0 },
  {
    number: '4000000000003220',
    effect: `Accepted, confirmed by the bank after ${DELAY_SECONDS} seconds`,
    declined: false,
    delaySeconds: DELAY_SECONDS,
  },
] as const;

export type TestCard = (typeof testCards)[number];

export const grouped = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ');
export const money = (minorUnits: number): string => `HKD ${(minorUnits / 100).toFixed(2)}`;
