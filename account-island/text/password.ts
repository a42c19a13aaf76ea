import type { ErrorTable } from './errors.ts';

/** Texts of the Password panel. */
export const passwordMessages = {
  what: 'Choose a long password that is not a common one. Passkeys and two-step verification are below.',
  passwordsDifferNow: 'Passwords do not match',
  passwordChanged: 'Password changed',
  loggedOut: (passkeysRemoved: boolean): string =>
    passkeysRemoved
      ? 'You have been logged out on all devices, and your passkeys were removed. Log in with your new password.'
      : 'You have been logged out on all devices. Log in with your new password.',
  loginPageOpens: (seconds: number): string =>
    seconds === 1 ? 'The login page opens in 1 second.' : `The login page opens in ${seconds} seconds.`,
  removesPasskeys: 'A new password also removes your passkeys.',

  twoStepHeading: 'Two-step verification',
} as const;

/** Under the names of the server's issues. */
export const changePasswordLabels = {
  old_password: 'Current password',
  password: 'New password',
  confirmation: 'Confirm new password',
} as const;
export type ChangePasswordField = keyof typeof changePasswordLabels;

const serverError = 'Server error, please try again.';
const mayBeSet =
  'If you are then asked to log in, try your new password first: it may have been set already.';

export const changePasswordErrors: ErrorTable<ChangePasswordField> = {
  fallback: 'Failed to update password',
  // The change itself may have succeeded, which ends this session too.
  unreachable: ({ endpoint }) =>
    endpoint === 'POST /user/password-update' ? `${serverError} ${mayBeSet}` : serverError,
  unexpected: serverError,
  calls: {
    'POST /auth/gensalt': { sentence: 'Failed to generate salt' },
    'POST /auth/getSalt': { sentence: 'Failed to get salt' },
  },
};
