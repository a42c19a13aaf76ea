/** Texts of the section Two-step verification. */
export const twoStepMessages = {
  what: 'Two-step verification asks for a code from an authenticator app on your phone when you log in, so a stolen password is not enough.',
  loading: 'Loading two-step verification...',
  loadFailed: 'Failed to load two-step verification.',
  required: 'Administrators need two-step verification.',
  fewLeft: 'You have few recovery codes left. Create new ones.',

  setUpTitle: 'Set up two-step verification',
  setUpText: 'Enter your password to start.',
  replaceTitle: 'Set up on another phone',
  replaceText:
    'Enter your password, and a code from your current phone or a recovery code. Your current phone and recovery codes work until the new phone is set up.',
  scanTitle: 'Scan the QR code',
  scanText: 'Scan it with an authenticator app, then enter the code that the app shows.',
  qrLabel: 'QR code for your authenticator app',
  cannotScan: "Can't scan it? Enter this key in the app:",
  onThisDevice: 'Is your authenticator app on this device?',
  openInApp: 'Add this account to the app',
  setUpFailed: 'Failed to set up two-step verification. Please try again.',

  codesTitle: 'Save your recovery codes',
  codesText:
    "Each code lets you log in once without your phone. Keep them in a safe place. We won't show them again.",
  copied: 'Recovery codes copied.',
  notCopied: 'Your browser blocked copying. Select the codes and copy them yourself, or download them.',

  renewTitle: 'Create new recovery codes?',
  renewText: 'Your current recovery codes will stop working.',
  renewFailed: 'Failed to create recovery codes. Please try again.',
  removeTitle: 'Turn off two-step verification?',
  removeText: 'Your password alone will then be enough to log in. Your other devices will be logged out.',
  removeFailed: 'Failed to turn off two-step verification. Please try again.',

  isOn: 'Two-step verification is on.',
  isOff: 'Two-step verification is off.',
  renewed: 'New recovery codes created.',
} as const;

export const onSince = (date: string, codesLeft: number): string =>
  `On since ${date}. ${codesLeft} recovery ${codesLeft === 1 ? 'code' : 'codes'} left.`;
