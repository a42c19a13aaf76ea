import { describe, expect, it } from 'vitest';
import { type ErrorCode, errorMessages } from '#shared/errors';
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
const api = await startApi();
const make = async (
  principal: Principal,
  userName: string,
  after: (token: string) => Promise<unknown> = async () => {},
) => {
  await api.register({ userName, email: `${userName}@example.org` });
  const { token } = (await api.signIn(userName, PASSWORD, { rememberMe: true })).body;
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

const live: Principal[] = ['a member', 'an administrator', 'a former administrator'];
const dead: Principal[] = [
  'nobody',
  'a disabled member',
  'a member who has signed out',
  'a token of an earlier epoch',
  'an outdated token',
];

/** The error for a principal before anything else is checked; undefined if access is allowed. */
function refusal(access: Access, principal: Principal): ErrorCode | undefined {
  if (access === 'anyone' || access === 'bearer') return undefined;
  if (access === 'archive') return 'archive-locked';
  if (dead.includes(principal)) return 'unauthenticated';
  return access === 'admin' && principal !== 'an administrator' ? 'forbidden' : undefined;
}

const cells = calls.flatMap((each) =>
  [...live, ...dead].map((principal) => ({ ...each, principal, expected: refusal(each.access, principal) })),
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
    if (expected === undefined) return expect([401, 403]).not.toContain(reply.status);
    expect(reply.status).toBe(expected === 'forbidden' ? 403 : 401);
    expect(reply.body).toEqual({ error: expected, message: errorMessages[expected] });
  });
});
