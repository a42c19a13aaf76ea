/** List prices in US dollars, as of November 2026, on demand; the free tier is left aside. */
export const prices = {
  /** https://aws.amazon.com/ses/pricing: outgoing mail, any region. */
  thousandMails: 0.1,
  /** https://aws.amazon.com/dynamodb/pricing/on-demand: us-east-1; other regions ask somewhat more. */
  millionWriteUnits: 0.625,
} as const;

export const estimateCost = ({ mails, writeUnits }: { mails: number; writeUnits: number }) => ({
  mails: (mails / 1000) * prices.thousandMails,
  writeUnits: (writeUnits / 1_000_000) * prices.millionWriteUnits,
});
