import type { Access } from '../support/table/granted-table.ts';
import { actions, type Statement } from './synthesised.ts';

/** As IAM decides: an explicit denial of the same resource wins, and without an allowance access is denied. */
export function isAllowed(
  policy: Statement[],
  { action, leadingKey }: Omit<Access, 'action'> & { action: string },
): boolean {
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
