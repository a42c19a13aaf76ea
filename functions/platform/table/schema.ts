/** The one table's shape, read by the deployment and by the local start. All key attributes are strings. */
export const table = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Seconds since 1970; for cleaning only: meaning always comes from the clock. */
  ttlAttribute: 'expiresAt',
  indexes: [
    /** All members by canonical address. */
    {
      name: 'directory',
      partitionKey: 'directory',
      sortKey: 'directoryKey',
      projection: ['uid', 'email', 'username', 'firstName', 'lastName', 'activeUntil', 'state', 'category'],
    },
    /** Sparse: only mail with work left, by due time. */
    { name: 'due', partitionKey: 'due', sortKey: 'dueAt', projection: [] },
  ],
} as const;

/** Partition keys of the audit log begin with it: the deployment lets the functions add rows there and change none. */
export const auditPrefix = 'AUDIT#';
