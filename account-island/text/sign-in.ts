import { SECOND_FACTOR } from '../api/prompts.ts';
import { messages } from './account.ts';
import { at, type ErrorTable, note } from './errors.ts';

/** Texts of the login form, on its page and over a page whose session has ended. */
export const signInMessages = {
  needsScript: 'Turn on JavaScript in your browser to log in.',
  loginSuccessful: 'Login Successful',
  recoveryCodesLeft: (left: number): string =>
    left === 1 ? 'You have 1 recovery code left.' : `You have ${left} recovery codes left.`,
  storageBlocked: 'Your browser blocks cookies and site data for this site. Allow them, then log in again.',
  storageFull:
    "Your browser has no space left for this site. Delete this site's data in your browser's settings, or free space on your device, then log in again.",
  cannotLogIn: "Forgot your username, or can't log in?",

  logInAgain: {
    ended: 'Your session has ended. Log in again to continue.',
    unchecked:
      "Our server couldn't check your session, so you have been logged out on this device. Log in again to continue. If that fails, try again in a few minutes.",
  },
  sessionEnded: 'You have been logged out',
  reauthenticate: 'Log in again to continue. Your unsaved text is still here.',
} as const;

export const signInLabels = {
  username: 'Username or email',
  password: 'Password',
  [SECOND_FACTOR]: 'Code',
} as const;
export type SignInField = keyof typeof signInLabels;

export const signInNeedsBoth = 'Require username and password';

/** By the name of the browser's error, thrown where the session is to be stored. */
const storageErrors: Readonly<Record<string, string>> = {
  SecurityError: signInMessages.storageBlocked,
  QuotaExceededError: signInMessages.storageFull,
};

/** Undefined for an error that has nothing to do with storage. */
const storageSentence = (error: unknown): string | undefined =>
  error instanceof Error ? storageErrors[error.name] : undefined;

export const signInErrors: ErrorTable<SignInField> = {
  fallback: 'Login failed',
  serverError: messages.serverError,
  unexpected: (error) => storageSentence(error) ?? messages.anError,
  codes: {
    'login-failed': at('password'),
    'account-disabled': note(),
    'account-guarded': note((body) => messages.guardedMessage(body?.retryAfterSeconds)),
    'second-factor-wrong': at(SECOND_FACTOR, messages.codeWrong),
    'firewall-blocked': note(),
  },
  calls: { 'POST /auth/getSalt': at('username', 'Username not found') },
};

export const passkeySignInErrors: ErrorTable = {
  fallback: 'Login failed',
  unexpected: (error) => {
    // The error after the person cancels or takes too long (https://www.w3.org/TR/webauthn-3/).
    if (error instanceof Error && error.name === 'NotAllowedError')
      return 'No passkey was used. Try again, or log in with your password.';
    const unusable = "This browser can't use a passkey here. Log in with your password.";
    return error instanceof Error && error.name === 'QuotaExceededError'
      ? signInMessages.storageFull
      : unusable;
  },
};
