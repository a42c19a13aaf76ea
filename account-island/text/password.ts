/** What the Password panel says: account area, section 8, where the specification has a sentence. */
export const passwordMessages = {
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
  passwordWrong: 'The password is wrong.',
  otherUsername: 'is not yours',
  notDeleted: 'Failed to delete your account. Please try again.',
  deleted: 'Your account was deleted. We have sent you a last mail about it.',
} as const;
