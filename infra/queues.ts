/**
 * A message only has the sender begin, which reads in the table what to do. One call of the sender gets up to `batchSize`
 * messages, from Lambda's event source and on a local start.
 */
export const campaignQueue = { batchSize: 10 };

/** A message is the ID of an import. One call of the function gets up to `batchSize` messages, as for the campaigns. */
export const importQueue = { batchSize: 1 };
