import { globSync, readFileSync } from 'node:fs';
import type { Endpoint } from '../../../functions/contract/endpoint.ts';

export interface Caller {
  /** The title of the screen, or the name of the service. */
  name: string;
  /** The code that makes the call, or the file that gives the service the address. */
  file: string;
}

/** Where a call is made from, by the beginning of the file's path. */
const screens: readonly [string, string][] = [
  ['account-island/features/login/', '/login'],
  ['account-island/api/sign-in.ts', '/login'],
  ['account-island/api/passkey-sign-in.ts', '/login'],
  ['account-island/api/session.ts', 'User Center'],
  ['account-island/app/', 'User Center'],
  ['account-island/account-badge.ts', 'page header'],
  ['account-island/features/profile/', 'User Profile'],
  ['account-island/features/password/', 'Password'],
  ['account-island/features/membership/', 'Membership Status'],
  ['account-island/features/conferences/', 'Conference History'],
  ['account-island/features/admin-dashboard/', 'Dashboard'],
  ['account-island/features/admin-members/', 'Members'],
  ['account-island/hooks/use-segments.ts', 'Members, Send Email'],
  ['account-island/features/admin-payments/', 'Payments'],
  ['account-island/features/admin-mail/campaigns/', 'Outbox'],
  ['account-island/features/admin-mail/', 'Send Email'],
  ['account-island/components/receipt-actions.tsx', 'Members'],
  ['site/scripts/unsubscribe.ts', '/unsubscribe'],
  ['site/scripts/membership-card.ts', '/proof'],
  ['site/scripts/gmp-archive.ts', '/GMPArchive'],
];

/** Others who call, each with the file that gives them the address. */
const services: readonly (Caller & { call: string })[] = [
  { call: 'unsubscribe', name: 'email programs', file: 'functions/mail/suppressions/preferences.ts' },
  { call: 'verifyMembershipCard', name: 'conference software', file: 'infra/README.md' },
  { call: 'paymentWebhook', name: 'Stripe', file: 'infra/README.md' },
];

const read = (file: string) => readFileSync(file, 'utf8');
const scripts = new Map(
  globSync(['account-island/**/*.{ts,tsx}', 'site/scripts/*.ts'])
    .sort()
    .map((file) => [file, read(file)]),
);

/** Whether the code makes the call: through the island's client, or by name, method or path where it does without. */
function calls(code: string, { name, method, path }: Endpoint): boolean {
  const local = new RegExp(`\\b${name} as (\\w+)`).exec(code)?.[1] ?? name;
  if (new RegExp(`\\b(request|upload)\\(\\s*${local}\\b`).test(code)) return true;
  const [, folder = '', last = ''] = /^(.*\/)(.*)$/.exec(path) ?? [];
  return (
    code.includes(`'${name}', '${path}'`) ||
    code.includes(`'${method}', '${path}'`) ||
    // A plain fetch names its method unless it is GET.
    (new RegExp(`'/api${path}['?]|\`/api${path}\\?`).test(code) &&
      (method === 'GET' || code.includes(`'${method}'`))) ||
    (method === 'POST' && code.includes(`openTokenPage('/api${path}'`)) ||
    (code.includes(`\`/api${folder}\${`) && code.includes(`'${last}'`))
  );
}

/** Every screen and service that makes a call. */
export function callers(row: Endpoint): Caller[] {
  const files = [...scripts].filter(([, code]) => calls(code, row));
  const onScreens = files.map(([file]) => {
    const [, name] = screens.find(([start]) => file.startsWith(start)) ?? [];
    if (name === undefined) throw new Error(`${file} belongs to no screen`);
    return { name, file };
  });
  const others = services.filter(
    ({ call, file }) => call === row.name && read(file).includes(`/api${row.path}`),
  );
  return [...onScreens, ...others];
}
