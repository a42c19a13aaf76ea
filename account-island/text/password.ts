import { at, type ErrorTable } from './errors.ts';

/** Texts of the Password panel. */
export const passwordMessages = {
  passwordsDifferNow: 'Passwords do not match',
  passwordChanged: 'Password changed',
  loggedOut: 'You have been logged out on all devices. Log in with your new password.',

  twoStepHeading: 'Two-step verification',
  devicesHeading: 'Devices where you are logged in',
  activityHeading: 'Activity on your account',
  dataHeading: 'Your data',

  loadingDevices: 'Loading your devices...',
  devicesFailed: 'Failed to load your devices.',
  noOtherDevices: "You aren't logged in on any other device.",
  deviceLoggedOut: 'Device logged out.',
  othersLoggedOut: 'All other devices logged out.',

  yourData: 'Download all the data we hold about you as one JSON file.',
  downloadFailed: 'Failed to download your data. Please try again.',
  deletion:
    "This deletes your account, profile and membership immediately. You can't undo it. We must keep payment records for our accounts, but we remove your name from them.",
  otherUsername: "This isn't your username.",
  deleted: 'Your account has been deleted. We have sent you a confirmation by email.',
} as const;

/** The parts of the line about a device; a part without a value is left out. */
export const deviceParts = {
  loggedIn: 'Logged in',
  lastActive: 'Last active',
  network: 'Network',
  remembered: 'Remember Me: on',
} as const;

export const loginPageOpens = (seconds: number): string =>
  seconds === 1 ? 'The login page opens in 1 second.' : `The login page opens in ${seconds} seconds.`;

/** Under the names of the server's issues. */
export const changePasswordLabels = {
  old_password: 'Current password',
  password: 'New password',
  confirmation: 'Confirm new password',
} as const;
export type ChangePasswordField = keyof typeof changePasswordLabels;

export const changePasswordErrors: ErrorTable<ChangePasswordField> = {
  fallback: 'Failed to update password',
  unreachable: 'Server error, please try again.',
  unexpected: 'Server error, please try again.',
  calls: {
    newSalt: { sentence: 'Failed to generate salt' },
    getSalt: { sentence: 'Failed to get salt' },
  },
  hasNoticeAboveFields: true,
};

export const deleteAccountLabels = { old_password: 'Password', username: 'Username' } as const;
export type DeleteAccountField = keyof typeof deleteAccountLabels;

export const deleteAccountErrors: ErrorTable<DeleteAccountField> = {
  fallback: 'Failed to delete your account. Please try again.',
  codes: { 'password-wrong': at('old_password', 'The password is wrong.') },
};

export const typeToConfirm = (username: string): string => `Type ${username} to confirm.`;
