import { durationText } from '#shared/text';

/** Texts for every page of the account area. */
export const messages = {
  permissionDenied: "You don't have administrator privileges to access this page",
  adminCheckFailed: 'Failed to check your permissions.',
  secondFactorMissing:
    'Administrators need two-step verification. Set it up under Password, then open this page again.',

  anError: 'An error occurred',
  serverError: 'Server error',
  noReply: "Can't connect to the server. Check your internet connection and try again.",
  foreignReply:
    "The reply didn't come from our server. If your network has a login page of its own, open it first, then try again.",
  /** For a 429. */
  waitMessage: (retryAfterSeconds: number | undefined): string =>
    `Too many attempts. Try again ${after(retryAfterSeconds)}.`,
  /** For an account with too many failed logins, from any network. */
  guardedMessage: (retryAfterSeconds: number | undefined): string =>
    `Too many failed logins to this account. Use Forgot password to set a new password now, or try again ${after(retryAfterSeconds)}.`,
  /** Follows the sentence about a failure of the server. */
  referenceMessage: (reference: string): string =>
    `If it happens again, send us this reference: ${reference}`,
  partFailed: "This page didn't load. Check your internet connection, then reload.",
  partMissing: 'This page has been updated. Reload to continue.',
  loading: 'Loading...',
  loadFailed: 'Failed to load data',
  loggingOut: 'Logging out...',
  loggedOutOffline: 'You have been logged out on this device. You are offline.',
  discardUnsavedTitle: 'Discard unsaved changes?',
  discardUnsavedText: "Your unsaved changes will be deleted. You can't undo this.",
  codeWrong: 'This code is wrong, expired or already used. Check it, or enter a new one.',
  /** Above a long form's button. */
  checkFields: (labels: readonly string[]): string => `Check these fields: ${labels.join(', ')}.`,
  passwordsDiffer: 'Passwords do not match!',
  passwordCommon: 'This password is too common. Choose another one.',
  pageNotFound: "This page doesn't exist. Choose a page from the menu.",
} as const;

const after = (seconds: number | undefined): string =>
  seconds === undefined ? 'later' : `in ${durationText(seconds)}`;
