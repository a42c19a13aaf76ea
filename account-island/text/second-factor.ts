import { messages } from './account.ts';
import { at, type ErrorTable, note } from './errors.ts';

/** Texts of the field for a code, and of the dialog that asks for one. */
export const codeMessages = {
  appHint: 'Enter the 6-digit code that your authenticator app shows.',
  recoveryHint: 'Enter one of your recovery codes. Each works once.',
  appInvalid: 'Enter the 6-digit code.',
  recoveryInvalid: 'Enter a recovery code, such as abcd-efgh-jkmn-pqrs.',
  askedTitle: 'Enter your code',
  askedText: 'This action needs a new code from your authenticator app.',
} as const;

/** Under the names of the server's issues. */
export const codeLabels = { old_password: 'Current password', code: 'Code' } as const;

/** For a form whose code field appears only if two-step verification is on. */
export const codeErrors = (
  hasCode: boolean,
  fallback: string = messages.anError,
): ErrorTable<keyof typeof codeLabels> => ({
  fallback,
  codes: {
    'code-invalid': hasCode
      ? at('code', messages.codeWrong)
      : note('Two-step verification is already on. Select Cancel to see its settings.'),
  },
});
