import { beforeAll, describe, expect, it } from 'vitest';
import type { Access } from '../../functions/contract/endpoint.ts';
import { startApi } from '../support/api/api.ts';
import { calls } from '../support/api/calls.ts';
import { PASSWORD } from '../support/api/make.ts';

const DAY = 86_400_000;

type Principal =
  | 'nobody'
  | 'a member'
  | 'an administrator'
  | 'a former administrator'
  | 'a disabled member'
  | 'a member who has signed out'
  | 'a token of an earlier epoch'
  | 'an outdated token';

const tokens = new Map<Principal, string>();
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  api = await startApi();
  const signUp = async (userName: string) => {
    await api.register(
      { userName, email: `${userName}@example.org` },
      { address: `198.51.100.${tokens.size}` },
    );
    return async () => (await api.signIn(userName, PASSWORD, { rememberMe: true })).body.token;
  };
  const make = async (
    principal: Principal,
    userName: string,
    after: (token: string) => Promise<unknown> = async () => {},
  ) => {
    const signIn = await signUp(userName);
    const token = await signIn();
    await after(token);
    tokens.set(principal, token);
  };
  await make('an outdated token', 'late');
  api.pass(31 * DAY);
  await make('a member', 'teapot');
  await make('an administrator', 'lucy', () => api.operator.grantAdmin('lucy'));
  await make('a former administrator', 'dragon', async () => {
    await api.operator.grantAdmin('dragon');
    await api.operator.revokeAdmin('dragon');
  });
  await make('a disabled member', 'armadillo', () => api.operator.disable('armadillo', 'a test'));
  await make('a member who has signed out', 'suzanne', (token) =>
    api.post('/auth/logout', undefined, { token }),
  );
  await make('a token of an earlier epoch', 'spot', async () => {
    await api.operator.disable('spot', 'a test');
    await api.operator.enable('spot', 'a test');
  });
});

const live: Principal[] = ['a member', 'an administrator', 'a former administrator'];
const dead: Principal[] = [
  'nobody',
  'a disabled member',
  'a member who has signed out',
  'a token of an earlier epoch',
  'an outdated token',
];

/** The status for a principal before anything else is checked; undefined if access is allowed. */
function error(access: Access, principal: Principal): 401 | 403 | undefined {
  if (access === 'anyone' || access === 'bearer') return undefined;
  if (access === 'archive' || dead.includes(principal)) return 401;
  return access === 'admin' && principal !== 'an administrator' ? 403 : undefined;
}

const cells = calls.flatMap((each) =>
  [...live, ...dead].map((principal) => ({ ...each, principal, expected: error(each.access, principal) })),
);

describe('access to each call', () => {
  it.each(cells)('$call by $principal: $expected', async ({ method, path, action, principal, expected }) => {
    const token = tokens.get(principal);
    // Not JSON, so that an allowed caller fails at the shape and nothing is done.
    const raw = action === undefined ? '{' : `{"action":"${action}"`;
    const options = { ...(token && { token }), raw, headers: { 'content-type': 'application/json' } };
    const reply =
      method === 'GET'
        ? await api.get(path, token ? { token } : {})
        : await api.call(method, path, undefined, path === '/auth/logout' ? {} : options);
    if (expected === undefined) expect([401, 403]).not.toContain(reply.status);
    else expect(reply.status).toBe(expected);
  });
});
