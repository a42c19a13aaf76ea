import { mailLimits } from '#contract/mailing';
import { complaint, complaints } from '../../../text/account.ts';
import { mailingMessages as texts } from '../../../text/admin-compose.ts';
import { withOffset } from '../../../text/hong-kong-time.ts';
import { fileFaults } from './file-faults.ts';
import { isBlank, type Letter } from './letter.ts';

/** In the order of the form. */
export const FIELDS = ['recipients', 'subject', 'content', 'files', 'scheduleTime'] as const;
export type LetterField = (typeof FIELDS)[number];
export type LetterFaults = ReadonlyMap<LetterField, string>;

const MINUTE = 60_000;
const DAY = 86_400_000;

/** What stands in the way of sending: account area, section 5. */
export function letterFaults(letter: Letter, now: Date): LetterFaults {
  const faults = new Map<LetterField, string>();
  const { recipients, subject, content, files } = letter;
  if (recipients.length === 0) faults.set('recipients', texts.chooseRecipients);
  if (recipients.length > mailLimits.recipients) faults.set('recipients', texts.tooMany);
  if (subject.trim() === '') faults.set('subject', complaint('Subject', complaints.missing));
  if (isBlank(content)) faults.set('content', complaint('Content', complaints.missing));
  const file = fileFaults(files).find((fault) => fault !== undefined);
  if (file) faults.set('files', texts[file]);
  if (letter.isLater && !isAhead(letter.scheduleTime, now))
    faults.set(
      'scheduleTime',
      complaint('Send at', letter.scheduleTime === '' ? complaints.missing : texts.scheduleRule),
    );
  return faults;
}

function isAhead(local: string, now: Date): boolean {
  const ahead = Date.parse(withOffset(local)) - now.getTime();
  return ahead >= MINUTE && ahead <= mailLimits.scheduleToDays * DAY;
}
