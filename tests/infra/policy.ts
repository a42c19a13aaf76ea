import type { Table } from '../../functions/platform/table/table.ts';
import { actions, type Statement } from './synthesised.ts';

/** One action on one item, as IAM evaluates it. */
export interface Access {
  action: string;
  leadingKey: string;
}

const itemActions = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** The permissions that a call needs: for a transaction those of each write, for a batch those of each row. */
// biome-ignore lint/suspicious/noExplicitAny: calls of every shape
function accessesOf(call: string, input: any): Access[] {
  const itemKey = ({ Key, Item }: { Key?: { pk: string }; Item?: { pk: string } }) => (Key ?? Item)?.pk ?? '';
  if (call === 'TransactWriteItems')
    return input.TransactItems.flatMap((item: object) =>
      Object.entries(item).map(([kind, write]) => ({
        action: itemActions[kind as keyof typeof itemActions],
        leadingKey: itemKey(write),
      })),
    );
  if (call === 'BatchWriteItem')
    return Object.values<{ PutRequest?: object; DeleteRequest?: object }[]>(input.RequestItems)
      .flat()
      .map(({ PutRequest, DeleteRequest }) => ({
        action: 'BatchWriteItem',
        leadingKey: itemKey(PutRequest ?? DeleteRequest ?? {}),
      }));
  return input.Key || input.Item ? [{ action: call, leadingKey: itemKey(input) }] : [];
}

/** As IAM decides: an explicit denial of the same resource wins, and without an allowance access is denied. */
export function isAllowed(policy: Statement[], { action, leadingKey }: Access): boolean {
  const fitting = policy.filter(
    (statement) => actions(statement).includes(`dynamodb:${action}`) && conditionsHold(statement, leadingKey),
  );
  const resources = (effect: string) =>
    fitting.filter(({ Effect }) => Effect === effect).map(({ Resource }) => JSON.stringify(Resource));
  const denied = resources('Deny');
  return resources('Allow').some((resource) => !denied.includes(resource));
}

function conditionsHold({ Condition = {} }: Statement, leadingKey: string): boolean {
  return Object.entries(Condition).every(([operator, byKey]) => {
    const { 'dynamodb:LeadingKeys': patterns, ...others } = byKey;
    if (operator !== 'ForAnyValue:StringLike' || !patterns || Object.keys(others).length > 0)
      throw new Error(`The tests do not know the condition ${operator} ${JSON.stringify(byKey)}`);
    return [patterns].flat().some((pattern) => {
      const literal = pattern.split('*').map((part) => part.replace(/[^\w]/g, '\\$&'));
      return new RegExp(`^${literal.join('.*')}$`).test(leadingKey);
    });
  });
}

/** The same table, with a record of its calls. */
export function recorded(table: Table) {
  const accesses: Access[] = [];
  const { call } = table;
  table.call = (name, input) => {
    accesses.push(...accessesOf(name, input));
    return call(name, input);
  };
  return accesses;
}
