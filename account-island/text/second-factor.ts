/** What a field for a code of an authenticator app says: apart from the other messages, which every page loads. */
export const codeMessages = {
  appHint: 'Enter the 6-digit code that your authenticator app shows.',
  recoveryHint: 'Enter one of your recovery codes. Each works once.',
  appMissing: 'Enter the 6-digit code.',
  recoveryMissing: 'Enter a recovery code, such as abcd-efgh-jkmn-pqrs.',
  wrong: 'This code is wrong, expired or already used. Check it, or enter a new one.',
  askedTitle: 'Enter your code',
  askedText: 'This action needs a new code from your authenticator app.',
} as const;

export const recoveryCodesLeft = (left: number): string =>
  `You have ${left} recovery ${left === 1 ? 'code' : 'codes'} left.`;
