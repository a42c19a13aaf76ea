import { ApiError } from '../api/http.ts';
import { messages, referenceMessage, waitMessage } from './account.ts';

/** What came of something that a person did. */
export interface NoticeMessage {
  tone: 'ok' | 'err';
  text: string;
}

/** What is wrong with a form, as sentences by the names of its fields. */
export type FieldErrors<Field extends string> = ReadonlyMap<Field, string>;

/** What came of a submission: faults stand by their fields, the note by the button. */
export interface FormResult<Field extends string> {
  fieldErrors?: FieldErrors<Field>;
  notice?: NoticeMessage;
}

/** What a failure says where the specification has no sentence for it. */
export function sentenceOf(error: unknown, otherwise: string = messages.anError): string {
  if (!(error instanceof ApiError)) return otherwise;
  if (error.status === 429) return waitMessage(error.body?.retryAfterSeconds);
  if (error.is('second-factor-stale')) return error.body?.message ?? otherwise;
  return error.status === undefined ? messages.noReply : withReference(otherwise, error);
}

/** What the server refuses an administrator is told in its own words: changed meanwhile, there already, gone. */
export function ruleOr(error: unknown, otherwise: string): string {
  const isRule = error instanceof ApiError && [403, 404, 409].includes(error.status ?? 0);
  return (isRule && error.body?.message) || sentenceOf(error, otherwise);
}

/** The sentence; after a failure of the server, with the request id. */
export function withReference(sentence: string, error: unknown): string {
  const reference = error instanceof ApiError ? error.reference : undefined;
  if (reference === undefined) return sentence;
  const ended = /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
  return `${ended} ${referenceMessage(reference)}`;
}
