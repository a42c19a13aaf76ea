import type { ApiErrorKind } from '../../../account-island/api/http.ts';
import type { Outcome } from '../../../account-island/text/errors.ts';
import type { ErrorBody } from '../../../functions/contract/refusal.ts';

export const refused = (status: number, body: Partial<ErrorBody> = {}): ApiErrorKind => ({
  kind: 'refused',
  status,
  body: { message: 'x', ...body },
});
export const unreadable = (status: number, requestId?: string): ApiErrorKind => ({
  kind: 'unreadable',
  status,
  requestId,
});
export const unreachable = (reason: string): ApiErrorKind => ({ kind: 'unreachable', reason });

/** Where each sentence stands: a field's name, or `note`. */
export const said = ({ faults, note }: Outcome<string>) => ({
  ...Object.fromEntries(faults ?? []),
  ...(note && { note: note.text }),
});
