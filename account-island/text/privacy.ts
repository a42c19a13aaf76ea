import { at, type ErrorTable } from './errors.ts';

/** Texts of "Account and privacy" under User Profile. */
export const privacyMessages = {
  heading: 'Account and privacy',
  devicesHeading: 'Devices where you are logged in',
  activityHeading: 'Activity on your account',
  dataHeading: 'Your data',

  devicesFailed: 'Failed to load your devices.',
  loggedIn: (at: string): string => `Logged in: ${at}`,
  lastActive: (at: string): string => `Last active: ${at}`,
  remembered: 'Remember Me: on',
  noOtherDevices: "You aren't logged in on any other device.",
  deviceLoggedOut: 'Device logged out.',
  othersLoggedOut: 'All other devices logged out.',

  notMe: "This wasn't me",
  notMeTitle: 'Log out everywhere?',
  notMeText:
    "If you don't recognise this login, somebody else may know your password. We will log you out on all devices, including this one, take back what was added or changed since then, such as passkeys or your email address, and email you a code to set a new password.",
  notMeConfirm: 'Log out everywhere',
  notMeFailed: 'Failed to secure your account. Please try again.',
  secured: 'You have been logged out on all devices',
  codeSentTo: (email: string): string => `We have sent a code to ${email}. Enter it to set a new password.`,
  disabled:
    'The email address of your account was changed since that login, and another account has the earlier one now. We disabled your account and sent an email to the earlier address that says what to do next.',
  toLogin: 'Go to login',
  setNewPassword: 'Set new password',

  yourData: 'Download all the data we hold about you as one JSON file.',
  downloadedTo: (name: string): string => `Your data is in ${name}, in the folder for downloads.`,
  downloadFailed: 'Failed to download your data. Please try again.',
  deletion:
    "This deletes your account, profile and membership immediately. You can't undo it. We must keep payment records for our accounts, but we remove your name from them.",
  typeToConfirm: (username: string): string => `Type ${username} to confirm.`,
  otherUsername: "This isn't your username.",
  deleted: 'Your account has been deleted. We have sent you a confirmation by email.',
} as const;

export const deleteAccountLabels = { old_password: 'Password', username: 'Username' } as const;

export const deleteAccountErrors: ErrorTable<keyof typeof deleteAccountLabels> = {
  fallback: 'Failed to delete your account. Please try again.',
  codes: { 'password-wrong': at('old_password', 'The password is wrong.') },
};
