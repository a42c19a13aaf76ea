/** Every sentence that the account area says, the user guide apart. The wording is the specification's, section 8. */
export const messages = {
  signInNeedsBoth: 'Require username and password',
  usernameNotFound: 'Username not found',
  accountDisabled: 'Account disabled',
  serverError: 'Server error',
  loginFailed: 'Login failed',
  needsScript: 'Logging in needs JavaScript.',
  loginSuccessful: 'Login Successful',
  /** Before the association's address. */
  cannotLogIn: 'If you have lost your username or cannot log in, write to',

  usernameTaken: 'Username already exists',
  emailTaken: 'Email already registered',
  passwordsDiffer: 'Passwords do not match!',
  registrationRefused: 'Registration failed. Please check your information.',
  registrationBroken: 'Registration failed. Please try again.',
  registrationSuccessful: 'Registration successful!',

  anError: 'An error occurred',
  noReply: 'The server cannot be reached. Please check your connection and try again.',
  partMissing: 'This page could not be loaded completely.',
  loggingOut: 'Logging out...',
  loadingCentre: 'Loading the user center...',
  pageNotFound: 'The user center has no such page.',
} as const;

/** What a 429 asks for. */
export function waitMessage(retryAfterSeconds: number | undefined): string {
  if (retryAfterSeconds === undefined) return 'Too many attempts. Please try again later.';
  const { count, unit } =
    retryAfterSeconds > 120
      ? { count: Math.ceil(retryAfterSeconds / 60), unit: 'minute' }
      : { count: retryAfterSeconds, unit: 'second' };
  return `Too many attempts. Please try again in ${count} ${unit}${count === 1 ? '' : 's'}.`;
}

/** What a field's rule says, to stand behind the field's label. */
export const complaints = {
  missing: 'is required',
  email: 'is not an e-mail address',
  date: 'is not a date up to today',
  number: 'is not a whole number, 0 or more',
} as const;

export const complaint = (label: string, saying: string): string => `${label} ${saying}`;
