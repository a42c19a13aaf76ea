import { CallFailed } from '../api/call-failed.ts';
import { isSecondFactorAsked } from '../session/second-factor.ts';
import { mailingMessages as texts } from '../text/mailing-messages.ts';
import { complaint } from '../text/messages.ts';
import { sentenceOf } from '../ui/sentence-of.ts';
import { withReference } from '../ui/with-reference.ts';
import type { LetterField } from './letter-faults.ts';

/** Where a refusal belongs in the form, and the sentence; no field where it is nobody's. Account area, section 8. */
export function refused(error: unknown, hasFiles: boolean): { field?: LetterField; sentence: string } {
  if (!(error instanceof CallFailed)) return { sentence: texts.notSent };
  if (error.status === 429 || isSecondFactorAsked(error)) return { sentence: sentenceOf(error) };
  if (error.status === 413)
    return hasFiles
      ? { field: 'files', sentence: texts['file-size'] }
      : { field: 'content', sentence: complaint('Content', texts.contentRule) };
  if (error.status === undefined) return { sentence: hasFiles ? texts['file-upload'] : texts.notSent };
  switch (error.refusal?.reason) {
    case 'file-type':
    case 'file-size':
    case 'file-upload':
    case 'file-count':
      return { field: 'files', sentence: texts[error.refusal.reason] };
    case 'recipients':
      return { field: 'recipients', sentence: recipientsSentence(error) };
    case 'subject':
      return { field: 'subject', sentence: complaint('Subject', texts.subjectRule) };
    case 'content':
      return { field: 'content', sentence: complaint('Content', issueOf(error) ?? texts.contentRule) };
    case 'schedule':
      return { field: 'scheduleTime', sentence: complaint('Send at', texts.scheduleRule) };
    default:
      return { sentence: withReference(texts.notSent, error) };
  }
}

const issueOf = ({ refusal }: CallFailed): string | undefined => refusal?.issues?.[0]?.message;

const recipientsSentence = ({ refusal }: CallFailed): string => {
  const named = refusal?.issues?.map(({ path, message }) => `${path} ${message}`).join('; ');
  return named ? `${texts.recipientsRule}: ${named}` : texts.recipientsRule;
};
