import type { ApiErrorKind } from '../../../account-island/api/http.ts';
import type { FormResult } from '../../../account-island/text/errors.ts';
import type { ErrorBody } from '../../../functions/contract/error-body.ts';

export const rejected = (status: number, body: Partial<ErrorBody> = {}): ApiErrorKind => ({
  kind: 'rejected',
  status,
  body: { message: 'x', ...body },
});
export const invalidReply = (status: number, requestId?: string): ApiErrorKind => ({
  kind: 'invalid-reply',
  status,
  requestId,
});
export const unreachable = (reason: string): ApiErrorKind => ({ kind: 'unreachable', reason });

/** The place of each sentence: a field's name, or `note`. */
export const notice = ({ fieldErrors, notice: note }: FormResult<string>) => ({
  ...Object.fromEntries(fieldErrors ?? []),
  ...(note && { note: note.text }),
});
