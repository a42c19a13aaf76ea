import type { ErrorTable } from './errors.ts';

/** Names of the browser's errors (https://www.w3.org/TR/webauthn-3/): cancelled by the person, or after a while. */
const isCancelled = (error: unknown): boolean => error instanceof Error && error.name === 'NotAllowedError';

export const passkeySignInErrors: ErrorTable = {
  fallback: 'Login failed',
  unexpected: (error) =>
    isCancelled(error)
      ? 'No passkey was used. Try again, or log in with your password.'
      : "This browser can't use a passkey here. Log in with your password.",
};
