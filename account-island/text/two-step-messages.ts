/** What the section Two-step verification says. */
export const twoStepMessages = {
  what: 'With two-step verification, logging in takes your password and a code from an authenticator app on your phone. A stolen password is then not enough.',
  loading: 'Loading two-step verification...',
  loadFailed: 'Failed to load two-step verification.',
  required: 'Administrators need two-step verification.',
  fewLeft: 'You have few recovery codes left. Create new ones.',

  setUpTitle: 'Set up two-step verification',
  setUpText: 'Enter your password to start.',
  replaceTitle: 'Set up on another phone',
  replaceText:
    'Enter your password and a code from the phone you use now, or a recovery code. Your present codes work until the new phone is set up.',
  scanTitle: 'Scan the QR code',
  scanText: 'Scan it with an authenticator app, then enter the 6-digit code that the app shows.',
  qrLabel: 'QR code for your authenticator app',
  cannotScan: "Can't scan it? Enter this key in the app:",
  setUpFailed: 'Failed to set up two-step verification. Please try again.',

  codesTitle: 'Save your recovery codes',
  codesText:
    'Each code lets you log in once without your phone. Keep them in a safe place: we show them only now.',
  copied: 'Recovery codes copied.',
  notCopied: "Can't copy. Select the codes and copy them, or download them.",

  renewTitle: 'Create new recovery codes',
  renewText: 'Your present recovery codes will stop working.',
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
