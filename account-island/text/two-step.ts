const setUpFailed = 'Failed to set up two-step verification. Please try again.';
const isOn = 'Two-step verification is on.';

/** Texts of the section Two-step verification. */
export const twoStepMessages = {
  what: 'Two-step verification asks for a code from an authenticator app on your phone when you log in, so a stolen password is not enough.',
  onSince: (date: string, codesLeft: number): string =>
    `On since ${date}. ${codesLeft} recovery ${codesLeft === 1 ? 'code' : 'codes'} left.`,
  loadFailed: 'Failed to load two-step verification.',
  required: 'Administrators need two-step verification.',
  fewLeft: 'You have few recovery codes left. Create new ones.',

  setUp: {
    title: 'Set up two-step verification',
    text: 'Enter your password to start.',
    label: 'Continue',
    failed: setUpFailed,
    done: isOn,
  },
  replace: {
    title: 'Set up on another phone',
    text: 'Enter your password, and a code from your current phone or a recovery code. Your current phone and recovery codes work until the new phone is set up.',
    label: 'Continue',
    failed: setUpFailed,
    done: isOn,
  },
  scanTitle: 'Scan the QR code',
  scanText: 'Scan it with an authenticator app, then enter the code that the app shows.',
  qrLabel: 'QR code for your authenticator app',
  cannotScan: "Can't scan it? Enter this key in the app:",
  onThisDevice: 'Is your authenticator app on this device?',
  openInApp: 'Add this account to the app',

  codesTitle: 'Save your recovery codes',
  codesText:
    "Each code lets you log in once without your phone. Keep them in a safe place. We won't show them again.",
  copied: 'Recovery codes copied.',
  notCopied: 'Your browser blocked copying. Select the codes and copy them yourself, or download them.',

  renew: {
    title: 'Create new recovery codes?',
    text: 'Your current recovery codes will stop working.',
    label: 'Create codes',
    failed: 'Failed to create recovery codes. Please try again.',
    done: 'New recovery codes created.',
  },
  remove: {
    title: 'Turn off two-step verification?',
    text: 'Your password alone will then be enough to log in. Your other devices will be logged out.',
    label: 'Turn off',
    failed: 'Failed to turn off two-step verification. Please try again.',
    done: 'Two-step verification is off.',
  },
} as const;
