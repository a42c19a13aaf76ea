import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../functions/contract/endpoints.ts';
import { actionsOf } from '../../support/api/calls.ts';
import { callers } from './callers.ts';

const read = (file: string) => readFileSync(file, 'utf8');

const page = read('docs/api.md');
const listed = page.split('\n').filter((line) => line.startsWith('| `'));

const access = {
  anyone: 'anyone',
  bearer: 'anyone with a token',
  member: 'members',
  admin: 'administrators',
  archive: 'archive password',
};

/** Named by the product's specification. */
const specified = new Set([
  'POST /auth/getSalt',
  'POST /auth/genSalt',
  'POST /auth/gensalt',
  'POST /auth/register',
  'POST /auth/login',
  'POST /auth/logout',
  'POST /auth/forgetPassword',
  'POST /auth/resetPassword',
  'POST /user/password-update',
  'GET /userinfo',
  'PUT /userinfo',
  'GET /membership/get-membership',
  'POST /membership/confirm-payment',
  'GET /conference/get-conferences',
  'POST /gmp/verify-password',
  'POST /gmp/verify-token',
  'GET /admin/check-admin',
  'GET /admin/get-users',
  'POST /admin/send-email',
]);

const rowOf = (row: (typeof endpoints)[number]): string => {
  const actions = actionsOf(row).map((action) => `\`${action}\``);
  const does = actions.length > 0 ? `\`${row.name}\`: ${actions.join(', ')}` : `\`${row.name}\``;
  const who = access[row.access] + (row.freshSecondFactor ? ', recent code' : '');
  const usedBy = new Set(callers(row).map(({ name }) => name));
  const call = `${row.method} ${row.path}`;
  return `| \`${call}\`${specified.has(call) ? ' *' : ''} | ${does} | ${who} | ${[...usedBy].join(', ')} |`;
};

describe('every call', () => {
  it.each(endpoints)('$name has a screen or a service that uses it', (row) => {
    expect(callers(row)).not.toEqual([]);
  });

  it.each(endpoints.filter((row) => actionsOf(row).length > 0))('$name has no unused action', (row) => {
    const code = callers(row).map(({ file }) => read(file));
    const unused = actionsOf(row).filter(
      (action) => !code.some((text) => text.includes(`action: '${action}'`)),
    );
    expect(unused).toEqual([]);
  });

  it('of the specification exists', () => {
    const calls = new Set(endpoints.map(({ method, path }) => `${method} ${path}`));
    expect([...specified].filter((call) => !calls.has(call))).toEqual([]);
  });

  it('has a path of its own, or shares it with the reading of the same resource', () => {
    const methodsByPath = Map.groupBy(endpoints, ({ path }) => path);
    const shared = [...methodsByPath.values()].filter((rows) => rows.length > 1);
    for (const rows of shared) expect(rows.filter(({ method }) => method === 'GET')).toHaveLength(1);
  });
});

describe('docs/api.md', () => {
  it('lists every call as it is, in the order of the contract', () => {
    expect(listed).toEqual(endpoints.map(rowOf));
  });

  it('fits two printed pages', () => {
    expect(page.split('\n').length).toBeLessThanOrEqual(110);
  });
});
