import type { ErrorBody } from '#contract/error-body';
import type { ErrorCode } from '#shared/errors';
import { ApiError } from '../api/http.ts';
import { messages, referenceMessage, waitMessage } from './account.ts';

/** What came of something that a person did. */
export interface NoticeMessage {
  tone: 'ok' | 'err';
  text: string;
}

export type Labels<Field extends string> = Readonly<Record<Field, string>>;

/** What is wrong with a form, as sentences by the names of its fields. */
export type FieldErrors<Field extends string> = ReadonlyMap<Field, string>;

/** What came of a submission: errors stand by their fields, the notice by the button. */
export interface FormResult<Field extends string> {
  fieldErrors?: FieldErrors<Field>;
  notice?: NoticeMessage;
}

/** Below which field an error stands, or none for the notice. Without a sentence it is the server's own. */
interface Placement<Field extends string> {
  field?: Field;
  sentence?: string | ((body: ErrorBody | undefined) => string);
}

/** What a screen says about errors, and where. */
export interface ErrorTable<Field extends string = never> {
  /** Where nothing else says what failed. */
  fallback: string;
  /** By the error code. */
  codes?: Partial<Record<ErrorCode, Placement<Field>>>;
  /** By the name of the call that failed, for a screen that makes several. */
  calls?: Readonly<Record<string, Placement<Field>>>;
  /** A failure of the server; without it, the fallback. */
  serverError?: string;
  /** No reply came. */
  unreachable?: string;
  /** The browser itself failed; without it, the fallback. */
  unexpected?: string | ((error: unknown) => string);
  /** A reply that is not the server's, such as a gateway's page. */
  invalidReply?: (status: number) => string;
  /** The field below which everything stands that would be a notice. */
  field?: Field;
  /** The notice stands also where fields have errors. */
  hasNoticeAboveFields?: boolean;
  /** The whole sentence around what a row or the server says. */
  wrap?: (sentence: string) => string;
}

const OWN_SENTENCE = { sentence: ({ message = '' }: Partial<ErrorBody> = {}) => message };

/** Below a field; without a sentence, the server's own. */
export const at = <Field extends string>(field: Field, sentence?: string): Placement<Field> => ({
  field,
  ...(sentence === undefined ? OWN_SENTENCE : { sentence }),
});

/** In the notice; without a sentence, the server's own. */
export const note = (sentence?: Placement<never>['sentence']): Placement<never> =>
  sentence === undefined ? OWN_SENTENCE : { sentence };

/** What a failure says on a screen, and where. `labels` are the form's fields, by which the server's issues stand. */
export function describeError<Field extends string>(
  error: unknown,
  table: ErrorTable<Field>,
  labels?: Labels<Field>,
): FormResult<Field> {
  const body = error instanceof ApiError ? error.body : undefined;
  const row = rowOf(error, table);
  const issues =
    labels && (!row || table.hasNoticeAboveFields) ? issueErrors(body?.issues ?? [], labels) : [];
  const fieldErrors = new Map(issues);
  const { sentence, field = table.field } = row ?? { sentence: generalSentence(error, table) };
  const shown = (typeof sentence === 'function' ? sentence(body) : sentence) || table.fallback;
  const text = withReference(table.wrap ? table.wrap(shown) : shown, error);
  if (field !== undefined) fieldErrors.set(field, text);
  else if (fieldErrors.size === 0 || table.hasNoticeAboveFields)
    return { notice: { tone: 'err', text }, ...(fieldErrors.size > 0 && { fieldErrors }) };
  return { fieldErrors };
}

/** The same as one sentence, where there are no fields. A text stands for a table of its fallback alone. */
export const errorSentence = (error: unknown, table: ErrorTable | string = messages.anError): string =>
  describeError(error, typeof table === 'string' ? { fallback: table } : table).notice?.text ?? '';

function rowOf<Field extends string>(
  error: unknown,
  { codes, calls, serverError }: ErrorTable<Field>,
): Placement<Field> | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const row = Object.entries<Placement<Field> | undefined>(codes ?? {}).find(
    ([code]) => code === error.body?.error,
  );
  if (row) return row[1];
  const { status, endpoint } = error;
  const isOfTheCall = status !== undefined && status !== 429 && (status < 500 || serverError === undefined);
  return isOfTheCall ? calls?.[endpoint] : undefined;
}

function generalSentence<Field extends string>(error: unknown, table: ErrorTable<Field>): string {
  const { fallback, unexpected = fallback, unreachable = messages.noReply, serverError = fallback } = table;
  if (!(error instanceof ApiError)) return typeof unexpected === 'string' ? unexpected : unexpected(error);
  const { status, body, failure } = error;
  if (status === undefined) return unreachable;
  if (status === 429) return waitMessage(body?.retryAfterSeconds);
  if (failure.kind === 'invalid-reply' && status >= 400 && table.invalidReply)
    return table.invalidReply(status);
  if (status >= 500) return serverError;
  // Only a code says that the sentence is ours; without one it may be a gateway's.
  return body?.error === undefined ? fallback : body.message;
}

/** The sentence; after a failure of the server, with the request id. */
export function withReference(sentence: string, error: unknown): string {
  const reference = error instanceof ApiError ? error.reference : undefined;
  if (reference === undefined) return sentence;
  const ended = /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
  return `${ended} ${referenceMessage(reference)}`;
}

/** Puts a schema's issues, our own or the server's, by the fields that they name; the first of a field counts. */
export function issueErrors<Field extends string>(
  issues: readonly { path: string; message: string }[],
  labels: Labels<Field>,
): FieldErrors<Field> {
  const fieldErrors = new Map<Field, string>();
  for (const field in labels) {
    const issue = issues.find(({ path }) => path === field);
    if (issue) fieldErrors.set(field, issue.message);
  }
  return fieldErrors;
}
