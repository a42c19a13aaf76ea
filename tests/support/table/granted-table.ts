import { auditPrefix } from '../../../functions/platform/table/schema.ts';
import { type Table, tableOver } from '../../../functions/platform/table/table.ts';
import { deniedOnAuditLog, type TableAction, type TableRights } from '../../../infra/table-rights.ts';

/** One action on one row, as IAM decides about it; on an index, whose rows have no key of ours. */
export interface Access {
  action: TableAction;
  leadingKey: string;
  index?: string;
}

const itemActions: Record<string, TableAction> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** The permissions that a call needs: for a transaction those of each write, for a batch those of each row. */
// biome-ignore lint/suspicious/noExplicitAny: calls of every shape
function accessesOf(call: string, input: any): Access[] {
  const keyOf = ({ Key, Item }: { Key?: { pk: string }; Item?: { pk: string } }) => (Key ?? Item)?.pk ?? '';
  switch (call) {
    case 'TransactWriteItems':
      return input.TransactItems.flatMap((item: object) =>
        Object.entries(item).map(([kind, write]) => ({
          action: itemActions[kind],
          leadingKey: keyOf(write),
        })),
      );
    case 'BatchWriteItem':
      return Object.values<{ PutRequest?: object; DeleteRequest?: object }[]>(input.RequestItems)
        .flat()
        .map(({ PutRequest, DeleteRequest }) => ({
          action: 'BatchWriteItem',
          leadingKey: keyOf(PutRequest ?? DeleteRequest ?? {}),
        }));
    case 'BatchGetItem':
      return [{ action: 'BatchGetItem', leadingKey: '' }];
    case 'Query':
      return [{ action: 'Query', leadingKey: '', ...(input.IndexName && { index: input.IndexName }) }];
    default:
      return [{ action: call as TableAction, leadingKey: keyOf(input) }];
  }
}

const isGranted = (rights: TableRights, { action, leadingKey, index }: Access): boolean =>
  index === undefined
    ? rights.actions.includes(action) &&
      !(leadingKey.startsWith(auditPrefix) && deniedOnAuditLog(rights).includes(action))
    : rights.indexes.some((name) => name === index);

/** The table for a function with these rights: a call that its role may not make fails, as it does on AWS. */
export const grantedTable = (table: Table, rights: TableRights): Table =>
  tableOver(table.name, async (name, input) => {
    const denied = accessesOf(name, input).filter((access) => !isGranted(rights, access));
    if (denied.length > 0)
      throw Object.assign(new Error(`The role may not: ${JSON.stringify(denied)}`), {
        name: 'AccessDeniedException',
      });
    return table.call(name, input);
  });
