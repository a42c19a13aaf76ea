import { CallFailed } from '../api/http.ts';
import { referenceMessage } from './account.ts';

/** The sentence; after a failure of the server, with the request id. */
export function withReference(sentence: string, error: unknown): string {
  const reference = error instanceof CallFailed ? error.reference : undefined;
  if (reference === undefined) return sentence;
  const ended = /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
  return `${ended} ${referenceMessage(reference)}`;
}
