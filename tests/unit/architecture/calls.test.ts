import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../functions/contract/endpoint.ts';
import { namedEndpoints } from '../../../functions/contract/endpoints.ts';
import { actionsOf } from '../../support/api/calls.ts';

const read = (file: string) => readFileSync(file, 'utf8');

/** The lines of the list in docs/api.md. */
const listed = /```text\n(.*?)```/s.exec(read('docs/api.md'))?.[1]?.split('\n') ?? [];
/** One call takes several lines where it is long. */
const words = (lines: string[]) => lines.flatMap((line) => line.split(/\s+/)).filter(Boolean);

const access = {
  anyone: 'Anyone',
  bearer: 'Anyone with a token',
  archive: 'Archive password',
  member: 'Members',
  admin: 'Administrators',
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

/** The code of the screens and pages, and where Stripe and email programs get their addresses from. */
const callers = [
  ...globSync(['account-island/**/*.{ts,tsx}', 'site/scripts/*.ts']),
  ...['infra/README.md', 'functions/mail/suppressions/recipients.ts'],
].map(read);
/** The archive's page puts its paths together; its journey sees these calls. */
const isOfArchive = ({ path }: { path: string }) => path.startsWith('/gmp/');

const lineOf = ([name, row]: readonly [string, Endpoint]): string => {
  const mark = specified.has(row.route) ? '*' : row.freshSecondFactor ? '†' : '';
  const actions = actionsOf(row).join(', ');
  return `${row.route} ${mark} ${name}${actions && `: ${actions}`}`;
};

describe('every call', () => {
  it.each(namedEndpoints.filter(([, row]) => !isOfArchive(row)))(
    '%s has a screen or a service that uses it, with each of its actions',
    (name, row) => {
      const use = new RegExp(`\\b${name}\\b|/api${row.path}\\b`);
      expect(callers.filter((text) => use.test(text))).not.toEqual([]);
      // Screens are drawn from tables that name the actions.
      const isUsed = (action: string) => callers.some((text) => text.includes(`'${action}'`));
      expect(actionsOf(row).filter((action) => !isUsed(action))).toEqual([]);
    },
  );

  it('of the specification exists', () => {
    const calls = new Set<string>(namedEndpoints.map(([, { route }]) => route));
    expect([...specified].filter((call) => !calls.has(call))).toEqual([]);
  });
});

describe('docs/api.md', () => {
  it('lists every call as it is, by who may call', () => {
    const expected = Object.entries(access).flatMap(([who, heading]) => [
      `# ${heading}`,
      ...namedEndpoints.filter(([, row]) => row.access === who).map(lineOf),
    ]);
    expect(words(listed)).toEqual(words(expected));
  });
});
