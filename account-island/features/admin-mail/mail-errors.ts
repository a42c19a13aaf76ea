import { errorMessages } from '#shared/errors';
import { ApiError } from '../../api/http.ts';
import { isSecondFactorAsked } from '../../api/second-factor.ts';
import { complaint } from '../../text/account.ts';
import { mailingMessages as texts } from '../../text/admin-compose.ts';
import { sentenceOf, withReference } from '../../text/errors.ts';
import type { MessageField } from './compose/message.ts';

/** Where a refusal belongs in the form, and the sentence; no field where it is nobody's. Account area, section 8. */
export function refused(error: unknown, hasFiles: boolean): { field?: MessageField; sentence: string } {
  if (!(error instanceof ApiError)) return { sentence: texts.notSent };
  if (error.status === 429 || isSecondFactorAsked(error)) return { sentence: sentenceOf(error) };
  if (error.status === 413)
    return hasFiles
      ? { field: 'files', sentence: errorMessages['campaign-file-size'] }
      : { field: 'content', sentence: complaint('Content', texts.contentRule) };
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
      return { field: 'subject', sentence: complaint('Subject', texts.subjectRule) };
    case 'campaign-content':
      return { field: 'content', sentence: complaint('Content', issueOf(error) ?? texts.contentRule) };
    case 'campaign-schedule':
      return { field: 'scheduleTime', sentence: complaint('Send at', texts.scheduleRule) };
    default:
      return { sentence: withReference(texts.notSent, error) };
  }
}

const issueOf = ({ body: refusal }: ApiError): string | undefined => refusal?.issues?.[0]?.message;

const recipientsSentence = ({ body: refusal }: ApiError): string => {
  const named = refusal?.issues?.map(({ path, message }) => `${path} ${message}`).join('; ');
  return named ? `${texts.recipientsRule}: ${named}` : texts.recipientsRule;
};
