import { CallFailed } from '../api/http.ts';
import { messages, waitMessage } from './account.ts';
import { withReference } from './with-reference.ts';

/** What a failure says where the specification has no sentence for it. */
export function sentenceOf(error: unknown, otherwise: string = messages.anError): string {
  if (!(error instanceof CallFailed)) return otherwise;
  if (error.status === 429) return waitMessage(error.refusal?.retryAfterSeconds);
  if (error.refusal?.reason === 'second-factor-stale') return error.refusal.message;
  return error.status === undefined ? messages.noReply : withReference(otherwise, error);
}
