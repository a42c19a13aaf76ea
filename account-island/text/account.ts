import { durationText } from '#contract/duration-text';

/** What the account area says on every page, and on /login. The wording is the specification's, section 8. */
export const messages = {
  signInNeedsBoth: 'Require username and password',
  usernameNotFound: 'Username not found',
  accountDisabled: 'Account disabled',
  serverError: 'Server error',
  loginFailed: 'Login failed',
  needsScript: 'Logging in needs JavaScript.',
  loginSuccessful: 'Login Successful',
  /** Before the association's address, or these words where it has none. */
  cannotLogIn: 'If you have lost your username or cannot log in, write to',
  theAssociation: 'the association by e-mail',

  usernameTaken: 'Username already exists',
  emailTaken: 'Email already registered',
  passwordsDiffer: 'Passwords do not match!',
  registrationRefused: 'Registration failed. Please check your information.',
  registrationBroken: 'Registration failed. Please try again.',
  registrationSuccessful: 'Registration successful!',

  emailFirst: 'Please enter your email first',
  codeSent: 'Authentification code sent!',
  codeNotSent: 'Failed to send auth code. Please try again.',
  codeBroken: 'An error occurred.',
  resetSuccessful: 'Password reset successful!',
  resetFailed: 'Failed to reset password. Please try again.',

  noToken: 'No authentication token found',
  sessionEnded: 'Your session has ended',
  reauthenticate: 'Log in again to go on. What you have written is still here.',

  permissionDenied: "You don't have administrator privileges to access this page",
  adminCheckFailed: 'Failed to check whether you are an administrator.',

  anError: 'An error occurred',
  noReply: "Can't connect to the server. Check your internet connection and try again.",
  partFailed: 'This page could not be loaded. Please check your connection.',
  partMissing: 'This page was renewed while you had it open.',
  loadingPanel: 'Loading...',
  loggingOut: 'Logging out...',
  loadingCentre: 'Loading the user center...',
  pageNotFound: 'The user center has no such page.',
} as const;

/** What a 429 asks for. */
export const waitMessage = (retryAfterSeconds: number | undefined): string =>
  `Too many attempts. Please try again ${after(retryAfterSeconds)}.`;

/** After too many failed logins to one account, from whatever network. */
export const guardedMessage = (retryAfterSeconds: number | undefined): string =>
  `Too many failed logins to this account. Use Forgot password to set a new password now, or try again ${after(retryAfterSeconds)}.`;

const after = (seconds: number | undefined): string =>
  seconds === undefined ? 'later' : `in ${durationText(seconds)}`;

/** Follows the sentence about a failure of the server. */
export const referenceMessage = (reference: string): string =>
  `If it happens again, send us this reference: ${reference}`;

/** What a field's rule says, to stand behind the field's label. */
export const complaints = {
  missing: 'is required',
  email: 'is not an e-mail address',
  address: 'is not an address that begins with https:// or http://',
  date: 'is not a date up to today',
  number: 'is not a whole number, 0 or more',
} as const;

export const complaint = (label: string, saying: string): string => `${label} ${saying}`;
