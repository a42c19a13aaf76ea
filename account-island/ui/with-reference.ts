import { CallFailed } from '../api/call-failed.ts';
import { referenceMessage } from '../text/messages.ts';

/** A sentence about a failure, and after a fault of the server what its log has it under. */
export function withReference(sentence: string, error: unknown): string {
  const reference = error instanceof CallFailed ? error.reference : undefined;
  if (reference === undefined) return sentence;
  const ended = /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
  return `${ended} ${referenceMessage(reference)}`;
}
