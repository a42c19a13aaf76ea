/** Every sentence that the account area says, the user guide apart. The wording is the specification's, section 8. */
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

  profileIncomplete: 'Please complete your personal information',
  profileSaved: 'Profile updated successfully!',
  noToken: 'No authentication token found',
  updateFailed: 'Update failed',
  sessionEnded: 'Your session has ended',
  signInAgain: 'Log in again to go on. What you have written is still here.',
  uidHint: 'Given by the association; it does not change.',
  identityHint: 'To change it, log in again first if your last login is over 15 minutes ago.',
  addressHint:
    'To change it, log in again first if your last login is over 15 minutes ago. We tell the old address, send the new one a code and log out your other devices.',
  notGiven: 'Not given',

  loadingChoice: 'Loading what mail you get...',
  choiceNotLoaded: 'Failed to load what mail you get.',
  choiceNotSaved: 'Failed to save your choice. Please try again.',
  announcementsCome: 'You get announcements: calls, news and invitations to many members.',
  announcementsStopped: 'You get no announcements: no calls, news and invitations to many members.',
  serviceMailComes: 'Codes, receipts and notices about your account always come.',
  'held-bounced':
    'Mail to your address came back, so that announcements to it are held. Check your address, or write to us.',
  'held-complained':
    'Mail to your address was reported as spam, so that announcements to it are held. Write to us to get them again.',

  verifyFirst:
    'Your e-mail address is not verified yet. Enter the code that we sent to it; it counts for 24 hours.',
  verified: 'Your e-mail address is verified.',
  verificationSent: 'A new code was sent. Earlier ones no longer count.',

  passwordsDifferNow: 'Passwords do not match',
  saltNotMade: 'Failed to generate salt',
  saltNotFound: 'Failed to get salt',
  passwordNotUpdated: 'Failed to update password',
  tryAgain: 'Server error, please try again.',
  passwordChanged: 'Password changed',
  loginWithNew: 'You are logged out everywhere. Log in with your new password.',

  loadingPlaces: 'Loading where you are signed in...',
  placesFailed: 'Failed to load where you are signed in.',
  noOtherPlaces: 'You are signed in nowhere else.',
  signedOutThere: 'Signed out there.',
  signedOutElsewhere: 'Signed out everywhere else.',

  yourData: 'All that we keep about you, as one file (JSON).',
  downloadFailed: 'Failed to download your data. Please try again.',
  deletion:
    'Your account, your profile and your membership end at once and cannot be brought back. What accounts must keep of your payments is kept without your name.',
  otherUsername: 'is not yours',
  notDeleted: 'Failed to delete your account. Please try again.',
  deleted: 'Your account was deleted. We have sent you a last mail about it.',

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

/** What a login asks for where too many have failed at the account, from anywhere. */
export const guardedMessage = (retryAfterSeconds: number | undefined): string =>
  `Too many failed logins to this account. Use Forgot password to set a new password now, or try again ${after(retryAfterSeconds)}.`;

/** In the largest unit of which there are more than two. */
function after(seconds: number | undefined): string {
  if (seconds === undefined) return 'later';
  const [size, unit] = seconds > 7200 ? [3600, 'hour'] : seconds > 120 ? [60, 'minute'] : [1, 'second'];
  const count = Math.ceil(seconds / size);
  return `in ${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Behind the sentence about a fault of the server. */
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
