import type { table } from '../functions/platform/table/schema.ts';
import type { FunctionName } from '../functions/platform/time-limits.ts';

/** IAM's actions on rows, without their prefix. A transaction needs that of each of its writes; one that only checks a row is `ConditionCheckItem`. */
export type TableAction =
  | 'BatchGetItem'
  | 'BatchWriteItem'
  | 'ConditionCheckItem'
  | 'DeleteItem'
  | 'GetItem'
  | 'PutItem'
  | 'Query'
  | 'UpdateItem';

type IndexName = (typeof table)['indexes'][number]['name'];

export interface TableRights {
  /** On the table itself, not on its indexes. */
  actions: readonly TableAction[];
  /** Those that may be queried. */
  indexes: readonly IndexName[];
  /**
   * Whether it may add rows to the audit log; none can do anything else to them. IAM cannot tell a put that adds a row
   * from one that replaces it: the repository writes only if the row is new, and `AuditWatch` reports everything else.
   */
  addsToAuditLog?: true;
}

/** What each function may do with the table. */
export const tableRights = {
  api: {
    actions: [
      'BatchGetItem',
      'BatchWriteItem',
      'ConditionCheckItem',
      'DeleteItem',
      'GetItem',
      'PutItem',
      'Query',
      'UpdateItem',
    ],
    indexes: ['directory', 'due', 'attendance', 'ledger'],
    addsToAuditLog: true,
  },
  'continue-imports': {
    actions: ['BatchGetItem', 'ConditionCheckItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    indexes: [],
    addsToAuditLog: true,
  },
  'do-nightly-work': {
    actions: ['BatchGetItem', 'DeleteItem', 'PutItem', 'Query', 'UpdateItem'],
    indexes: ['directory'],
  },
  'handle-delivery-events': { actions: ['GetItem', 'PutItem', 'UpdateItem'], indexes: [] },
  'make-receipts': { actions: ['GetItem', 'UpdateItem'], indexes: ['due'] },
  'reconcile-payments': { actions: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'], indexes: [] },
  // A reminder writes new rows and checks the member's own row in the same transaction.
  'remind-members': { actions: ['BatchGetItem', 'ConditionCheckItem', 'PutItem'], indexes: ['directory'] },
  'send-campaigns': {
    actions: ['BatchGetItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    indexes: ['due'],
  },
  'send-transactional-mail': { actions: ['BatchGetItem', 'GetItem', 'UpdateItem'], indexes: ['due'] },
} satisfies Partial<Record<FunctionName, TableRights>>;

const WRITES: readonly TableAction[] = ['BatchWriteItem', 'DeleteItem', 'PutItem', 'UpdateItem'];

/** The allowed actions that are denied for rows of the audit log. */
export const deniedOnAuditLog = ({ actions, addsToAuditLog }: TableRights): TableAction[] =>
  actions.filter((action) => WRITES.includes(action) && !(addsToAuditLog && action === 'PutItem'));
