import type { ErrorBody } from '#contract/error-body';
import type { ErrorCode } from '#shared/errors';
import { ApiError } from '../api/http.ts';
import { messages } from './account.ts';

/** The result of a person's action. */
export interface NoticeMessage {
  tone: 'success' | 'warning' | 'danger';
  text: string;
}

export type Labels<Field extends string> = Readonly<Record<Field, string>>;

/** The errors of a form: sentences by the names of its fields. */
export type FieldErrors<Field extends string> = ReadonlyMap<Field, string>;

/** The result of a submission: errors stand at their fields, the notice at the button. */
export interface FormResult<Field extends string> {
  fieldErrors?: FieldErrors<Field>;
  notice?: NoticeMessage;
}

/** The field at which an error stands; none for the notice. Without a sentence, the server's own is used. */
interface Placement<Field extends string> {
  field?: Field;
  sentence?: string | ((body: ErrorBody | undefined) => string);
}

/** A screen's sentences for errors, and their places. */
export interface ErrorTable<Field extends string = never> {
  /** Used if nothing else matches. */
  fallback: string;
  /** By error code. */
  codes?: Partial<Record<ErrorCode, Placement<Field>>>;
  /** By the route of the failed call, for a screen that makes several. */
  calls?: Readonly<Record<string, Placement<Field>>>;
  /** For a failure of the server; by default the fallback. */
  serverError?: string;
  /** For a call without a reply. */
  unreachable?: string | ((error: ApiError) => string);
  /** For a failure of the browser itself; by default the fallback. */
  unexpected?: string | ((error: unknown) => string);
  /** For a reply that is not our server's, such as a gateway's page. */
  invalidReply?: (status: number) => string;
  /** The field at which everything stands that would otherwise be a notice. */
  field?: Field;
  /** Whether the notice is shown even if fields have errors. */
  hasNoticeAboveFields?: boolean;
  /** Puts the sentence of this table or of the server into a whole one. */
  wrap?: (sentence: string) => string;
}

const OWN_SENTENCE = { sentence: ({ message = '' }: Partial<ErrorBody> = {}) => message };

/** At a field; without a sentence, the server's own. */
export const at = <Field extends string>(field: Field, sentence?: string): Placement<Field> => ({
  field,
  ...(sentence === undefined ? OWN_SENTENCE : { sentence }),
});

/** In the notice; without a sentence, the server's own. */
export const note = (sentence?: Placement<never>['sentence']): Placement<never> =>
  sentence === undefined ? OWN_SENTENCE : { sentence };

/** A screen's sentences for an error. `labels` are the form's fields, at which the server's issues stand. */
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
    return { notice: { tone: 'danger', text }, ...(fieldErrors.size > 0 && { fieldErrors }) };
  return { fieldErrors };
}

/**
 * A screen's sentences where there are no fields. A text stands for a table of its fallback alone; a function says everything
 * itself.
 */
export type ErrorSentences = ErrorTable | string | ((error: unknown) => string);

/** The one sentence for an error. */
export function errorSentence(error: unknown, sentences: ErrorSentences = messages.anError): string {
  if (typeof sentences === 'function') return sentences(error);
  const table = typeof sentences === 'string' ? { fallback: sentences } : sentences;
  return describeError(error, table).notice?.text ?? '';
}

function rowOf<Field extends string>(
  error: unknown,
  { codes, calls, serverError }: ErrorTable<Field>,
): Placement<Field> | undefined {
  if (!(error instanceof ApiError) || isForeign(error)) return undefined;
  const row = Object.entries<Placement<Field> | undefined>(codes ?? {}).find(
    ([code]) => code === error.body?.error,
  );
  if (row) return row[1];
  const { status, endpoint } = error;
  const isOfTheCall = status !== undefined && status !== 429 && (status < 500 || serverError === undefined);
  return isOfTheCall ? calls?.[endpoint] : undefined;
}

/** Whether something in between replied with a page of its own, as networks do that ask for a login. */
const isForeign = ({ failure }: ApiError): boolean =>
  failure.kind === 'invalid-reply' && failure.status < 400;

function generalSentence<Field extends string>(error: unknown, table: ErrorTable<Field>): string {
  const { fallback, unexpected = fallback, unreachable = messages.noReply, serverError = fallback } = table;
  if (!(error instanceof ApiError)) return typeof unexpected === 'string' ? unexpected : unexpected(error);
  const { status, body, failure } = error;
  if (status === undefined) return typeof unreachable === 'string' ? unreachable : unreachable(error);
  if (status === 429) return messages.waitMessage(body?.retryAfterSeconds);
  if (isForeign(error)) return messages.foreignReply;
  if (failure.kind === 'invalid-reply' && status >= 400 && table.invalidReply)
    return table.invalidReply(status);
  if (status >= 500) return serverError;
  // Only a reply with an error code or `msg` has our server's sentence; without one, it may be a gateway's.
  return body?.error === undefined && body?.msg === undefined ? fallback : body.message;
}

/** The sentence; after a failure of the server, with the request id. */
export function withReference(sentence: string, error: unknown): string {
  const reference = error instanceof ApiError ? error.reference : undefined;
  if (reference === undefined) return sentence;
  const ended = /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
  return `${ended} ${messages.referenceMessage(reference)}`;
}

/** The sentences of schema issues, our own or the server's, by field; only the first of each field. */
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
