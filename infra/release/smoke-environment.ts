import { ReleaseError } from './release-error.ts';
import type { Canary } from './site-checks.ts';

/** Whether a text is an address with one of the schemes: `localhost:8080` alone is one too, with the scheme `localhost:`. */
export function isAddress(text: string, schemes: readonly string[]): boolean {
  const url = URL.parse(text);
  return url !== null && schemes.includes(url.protocol) && url.hostname !== '';
}

/**
 * The account of the check that logs in; undefined if none is given. An empty variable is missing: GitHub gives an empty
 * text for a secret that isn't set.
 * @throws if only one of the two is given, because the check would be left out unnoticed.
 */
export function readCanary({
  SMOKE_USERNAME: username = '',
  SMOKE_PASSWORD: password = '',
}: NodeJS.ProcessEnv): Canary | undefined {
  if (username === '' && password === '') return undefined;
  if (username !== '' && password !== '') return { username, password };
  throw new ReleaseError(
    `${username === '' ? 'SMOKE_USERNAME' : 'SMOKE_PASSWORD'} is missing. Set SMOKE_USERNAME and SMOKE_PASSWORD, or neither of them.`,
  );
}
