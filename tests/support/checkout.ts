import type { Checkout, PaymentRules } from '../../functions/domain/membership/payments.ts';

export const paymentRules: PaymentRules = {
  live: true,
  links: [
    { id: 'plink_professional', type: 'professional', feeMinorUnits: 36_000 },
    { id: 'plink_student', type: 'student', feeMinorUnits: 12_000 },
  ],
};

/** A right payment of a professional member's fee; it names nobody until `reference` does. */
export const checkout = (given: Partial<Checkout> = {}): Checkout => ({
  paymentId: 'pi_3QteapotBunny0001',
  paid: true,
  paidAt: new Date('2026-03-02T08:00:00Z'),
  live: true,
  currency: 'HKD',
  amountMinorUnits: 36_000,
  linkId: 'plink_professional',
  reference: '',
  takenBack: false,
  receiptUrl: 'https://pay.stripe.com/receipts/payment/abc',
  receiptNumber: '1234-5678',
  ...given,
});
