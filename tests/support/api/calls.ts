import type { Endpoint } from '../../../functions/contract/endpoint.ts';
import { namedEndpoints } from '../../../functions/contract/endpoints.ts';

/** The values of a call's field `action`; none for a call that does one thing. */
export const actionsOf = ({ request }: Endpoint): string[] =>
  [...(request._zod.propValues?.['action'] ?? [])].map(String);

interface Call extends Endpoint {
  row: Endpoint;
  name: string;
  /** For the name of a test. */
  call: string;
  action: string | undefined;
  /** The least body that names the action. */
  least: Record<string, string>;
}

/** Every call of the contract, once for each of its actions. */
export const calls = namedEndpoints.flatMap(([name, row]): Call[] => {
  const call = row.route;
  const actions = actionsOf(row);
  if (actions.length === 0) return [{ ...row, row, name, call, action: undefined, least: {} }];
  return actions.map((action) => ({
    ...row,
    row,
    name,
    call: `${call} (${action})`,
    action,
    least: { action },
  }));
});
