import { errorMessages } from '#shared/errors';
import { ApiError } from '../../api/http.ts';
import { isSecondFactorAsked } from '../../api/second-factor.ts';
import { composeMessages as texts } from '../../text/admin-compose.ts';
import { errorSentence, withReference } from '../../text/errors.ts';
import type { MessageField } from './compose/message.ts';

/** The sentence of an error and the form's field for it, if there is one. */
export function describeMailError(
  error: unknown,
  hasFiles: boolean,
): { field?: MessageField; sentence: string } {
  if (!(error instanceof ApiError)) return { sentence: texts.notSent };
  if (error.status === 429 || isSecondFactorAsked(error)) return { sentence: errorSentence(error) };
  if (error.status === 413)
    return hasFiles
      ? { field: 'files', sentence: errorMessages['campaign-file-size'] }
      : { field: 'content', sentence: texts.contentError };
  if (error.status === undefined)
    return { sentence: hasFiles ? errorMessages['campaign-file-upload'] : texts.notSent };
  switch (error.body?.error) {
    case 'campaign-file-type':
    case 'campaign-file-size':
    case 'campaign-file-upload':
    case 'campaign-file-count':
      return { field: 'files', sentence: errorMessages[error.body.error] };
    case 'campaign-recipients':
      return { field: 'recipients', sentence: recipientsSentence(error) };
    case 'campaign-subject':
      return { field: 'subject', sentence: texts.subjectError };
    case 'campaign-content':
      return { field: 'content', sentence: issueOf(error) ?? texts.contentError };
    case 'campaign-schedule':
      return { field: 'scheduleTime', sentence: texts.scheduleError };
    default:
      return { sentence: withReference(texts.notSent, error) };
  }
}

const issueOf = ({ body }: ApiError): string | undefined => body?.issues?.[0]?.message;

function recipientsSentence({ body }: ApiError): string {
  const named = body?.issues?.map(({ path, message }) => `${path} (${message})`).join(', ');
  return named ? `${texts.recipientsError} ${named}` : texts.notSent;
}
