import { messages } from './account.ts';
import { at, type ErrorTable } from './errors.ts';

/** The form for a new password; "Authentification" is spelt as the specification has it. */
export const forgotPasswordMessages = {
  getCode: '1. Get a code',
  codeByEmail: 'We will email you a code.',
  choosePassword: '2. Choose a new password',
  emailFirst: 'Please enter your email first',
  codeSent: 'Authentification code sent!',
  resetSuccessful: 'Password reset successful!',
} as const;

export const forgotPasswordLabels = {
  email: 'Email',
  code: 'Authentication code',
  password: 'New password',
  confirmation: 'Confirm password',
} as const;
export type ForgotPasswordField = keyof typeof forgotPasswordLabels;

/** For the request of a code; these errors stand at the code's field. */
export const codeRequestErrors: ErrorTable<ForgotPasswordField> = {
  fallback: 'Failed to send auth code. Please try again.',
  unreachable: 'An error occurred.',
  unexpected: 'An error occurred.',
  field: 'code',
  hasNoticeAboveFields: true,
};

const failed = 'Failed to reset password. Please try again.';

export const resetPasswordErrors: ErrorTable<ForgotPasswordField> = {
  fallback: failed,
  unreachable: failed,
  codes: { 'password-common': at('password', messages.passwordCommon) },
  hasNoticeAboveFields: true,
};
