/** Texts of the section Passkeys. */
export const passkeyMessages = {
  heading: 'Passkeys',
  what: 'With a passkey you log in with your fingerprint, your face or the PIN of your device, without your password and without a code.',
  loading: 'Loading your passkeys...',
  loadFailed: 'Failed to load your passkeys.',
  none: 'You have no passkeys.',
  notSupported: "This browser doesn't support passkeys.",

  addTitle: 'Add a passkey',
  addText: 'Enter your password to start. Then your browser asks where to keep the passkey.',
  addFailed: 'Failed to add the passkey. Please try again.',
  added: 'Passkey added. You can log in with it.',

  removeTitle: 'Remove this passkey?',
  removeText:
    'You will no longer be able to log in with it. It may also be deleted from your device. Your other devices will be logged out.',
  removeFailed: 'Failed to remove the passkey. Please try again.',
  removed: 'Passkey removed.',
} as const;

/** The parts of the line about a passkey. */
export const passkeyParts = { added: 'Added', lastUsed: 'Last used', neverUsed: 'Not used yet' } as const;

/** The browser's own errors, by name (https://www.w3.org/TR/webauthn-3/). */
const creationErrors: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device already has a passkey for your account.',
  NotAllowedError: 'No passkey was created. Please try again.',
};

export const passkeyNotCreated = (error: unknown): string =>
  (error instanceof Error && creationErrors[error.name]) ||
  "This device can't create a passkey for this site.";
