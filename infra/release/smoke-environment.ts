import { openMailbox } from './imap.ts';
import { ReleaseError } from './release-error.ts';
import type { Canary, SiteToCheck } from './site-checks.ts';

/** Whether a text is an address with one of the schemes: `localhost:8080` alone is one too, with the scheme `localhost:`. */
export function isAddress(text: string, schemes: readonly string[]): boolean {
  const url = URL.parse(text);
  return url !== null && schemes.includes(url.protocol) && url.hostname !== '';
}

/**
 * Two variables that only make sense together; undefined without either. An empty one is missing: GitHub gives an empty
 * text for a secret that isn't set.
 * @throws if one of them is missing, because the check that needs both would be left out unnoticed.
 */
function readPair(
  environment: NodeJS.ProcessEnv,
  names: readonly [string, string],
): [string, string] | undefined {
  const [first = '', second = ''] = names.map((name) => environment[name]);
  if (first === '' && second === '') return undefined;
  if (first !== '' && second !== '') return [first, second];
  throw new ReleaseError(
    `${first === '' ? names[0] : names[1]} is missing. Set ${names.join(' and ')}, or neither of them.`,
  );
}

/** The account of the check that logs in. */
export function readCanary(environment: NodeJS.ProcessEnv): Canary | undefined {
  const pair = readPair(environment, ['SMOKE_USERNAME', 'SMOKE_PASSWORD']);
  return pair && { username: pair[0], password: pair[1] };
}

function readMailbox(environment: NodeJS.ProcessEnv): SiteToCheck['mailbox'] {
  const pair = readPair(environment, ['SMOKE_MAILBOX', 'SMOKE_EMAIL']);
  if (!pair) return undefined;
  const [mailbox, address] = pair;
  if (!isAddress(mailbox, ['imaps:', 'imap:']))
    throw new ReleaseError('SMOKE_MAILBOX is no address of a mailbox. Example: imaps://USER:PASSWORD@HOST');
  return { ...openMailbox(mailbox), address };
}

/** The account and the mailbox for the checks that log in and wait for an email. */
export const readOptionalChecks = (
  environment: NodeJS.ProcessEnv,
): Pick<SiteToCheck, 'canary' | 'mailbox'> => ({
  canary: readCanary(environment),
  mailbox: readMailbox(environment),
});
