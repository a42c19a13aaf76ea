/** How many messages one call of a queue's function gets: for Lambda's event source and for the local start. */

/** A message only has the sender begin, which reads in the table what to do. */
export const campaignQueue = { batchSize: 10 };

/** A message is the ID of an import. */
export const importQueue = { batchSize: 1 };
