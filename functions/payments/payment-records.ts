/** What the table remembers of a payment. */
export interface PaymentRecord {
  paymentId: string;
  /** ISO 8601, UTC. */
  paidAt: string;
  currency: string;
  amountMinorUnits: number;
  /** `fulfilled`, or why it extended nothing. */
  outcome: string;
}

export interface PaymentRecords {
  /** Those of the ids that are known. */
  of(paymentIds: readonly string[]): Promise<PaymentRecord[]>;
}
