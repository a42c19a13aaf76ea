/** Texts of the section Passkeys. */
export const passkeyMessages = {
  heading: 'Passkeys',
  what: 'With a passkey you log in with your fingerprint, your face or the PIN of your device, without your password and without a code.',
  loadFailed: 'Failed to load your passkeys.',
  none: 'You have no passkeys.',
  addedOn: (date: string): string => `Added: ${date}`,
  usedOn: (date: string): string => `Last used: ${date}`,
  neverUsed: 'Not used yet',
  notSupported: "This browser doesn't support passkeys.",

  add: {
    title: 'Add a passkey',
    text: 'Enter your password to start. Then your browser asks where to keep the passkey.',
    label: 'Continue',
    failed: 'Failed to add the passkey. Please try again.',
    done: 'Passkey added. You can log in with it.',
  },
  remove: {
    title: 'Remove this passkey?',
    text: 'You will no longer be able to log in with it. It may also be deleted from your device. Your other devices will be logged out.',
    label: 'Remove',
    failed: 'Failed to remove the passkey. Please try again.',
    done: 'Passkey removed.',
  },

  passkeyNotCreated: (error: unknown): string =>
    (error instanceof Error && creationErrors[error.name]) ||
    "This device can't create a passkey for this site.",
} as const;

/** The browser's own errors, by name (https://www.w3.org/TR/webauthn-3/). */
const creationErrors: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device already has a passkey for your account.',
  NotAllowedError: 'No passkey was created. Please try again.',
};
