const counted = new Intl.NumberFormat('en');
/** 12,000 */
export const number = (count: number): string => counted.format(count);

/** 1 copy, 2 copies. */
const copies = (count: number): string => `${number(count)} ${count === 1 ? 'copy' : 'copies'}`;

/** What the outbox says. */
export const outboxMessages = {
  loadingList: 'Loading the outbox',
  loadingMail: 'Loading the mail',
  loadingCopies: 'Loading the copies',
  loadingLetter: 'Loading what it says',
  loadingHeld: 'Loading held addresses',
  loadFailed: 'Failed to load data',
  notLive: 'What you see is no longer fresh:',
  noSuchMail: 'There is no such mail.',
  nothingSent: 'No mail was written yet.',
  deletedAccount: 'Deleted account',
  noCopyFits: 'No copy fits.',
  letterGone: 'The text of this mail is no longer kept.',
  asYou: 'Names and dates are those that you would read.',
  notDone: 'That did not work. Please try again.',
  exported: 'The file is in your downloads.',

  cancelTitle: 'Cancel this mail?',
  nothingLeft: 'Nothing of it has gone out, and nothing will.',
  holdTitle: 'Hold this mail?',
  holdText: 'No further copy goes out until somebody lets it go on. What is under way still arrives.',
  resumeTitle: 'Let it go on?',
  resumeText: 'The copies that wait go out now. Only what comes back from here on can pause it again.',
  resendTitle: 'Send it again?',
  copyTitle: 'Replace what you are writing?',
  copyText: 'Send Email holds a mail that is not saved as a draft. The copy takes its place.',

  nobodyHeld: 'No address is held.',
  heldHint:
    'No announcement goes to these addresses: what was sent there came back, or was reported as spam. Codes, receipts and notices still go.',
  noHeldFits: 'No held address begins so.',
  liftTitle: 'Lift the hold?',
  liftReason: 'What has changed; it goes into the audit log.',
  liftComplaint:
    'Somebody there reported our mail as spam. Lift this only if they ask for our mail: reports count against all mail of the association.',
  liftBounce: 'If mail comes back again, the address is held again.',
} as const;

export const mailStates = {
  preparing: 'Preparing',
  scheduled: 'Scheduled',
  sending: 'Sending',
  paused: 'Paused',
  cancelled: 'Cancelled',
  done: 'Done',
} as const;

export const copyStates = {
  waiting: 'Waiting',
  sending: 'Under way',
  sent: 'Sent',
  delivered: 'Delivered',
  bounced: 'Came back',
  complained: 'Reported as spam',
  failed: 'Refused',
  suppressed: 'Left out',
  unknown: 'Unclear',
  cancelled: 'Cancelled',
} as const;

/** How the states look. */
export const tones = {
  preparing: 'live',
  scheduled: 'off',
  sending: 'live',
  paused: 'warn',
  cancelled: 'off',
  done: 'ok',
  waiting: 'off',
  sent: 'live',
  delivered: 'ok',
  bounced: 'err',
  complained: 'err',
  failed: 'err',
  suppressed: 'off',
  unknown: 'warn',
} as const;

/** What each state of a copy means, where the word alone does not say it. */
export const deliveryStateMeanings = {
  waiting: 'not sent yet',
  sending: 'on its way to the mail service, or there without an answer yet',
  sent: 'the mail service has it; no news from the other side yet',
  delivered: 'the other side took it',
  bounced: 'the other side gave it back',
  complained: 'it arrived, and its reader reported it as spam',
  failed: 'the mail service refused it: it did not go out',
  suppressed: 'never sent, for the reason that stands by it',
  unknown: 'no answer and no news for 15 minutes: it may have arrived or not',
  cancelled: 'never sent, because the mail was cancelled',
} as const;

export const holdReasons = {
  complained: 'Reported as spam',
  bounced: 'Came back for good',
} as const;

export const softBounces = (count: number): string => `Came back ${number(count)} times, each for now`;

export interface Tally {
  /** Copies that went out for certain, whatever became of them. */
  left: number;
  unclear: number;
  underWay: number;
  waiting: number;
  /** Copies that never go out: refused, left out, cancelled. */
  never: number;
  total: number;
}

/** Where a mail stands, as one sentence. */
export function standing(
  state: keyof typeof mailStates,
  { left, unclear, underWay, waiting, total }: Tally,
): string {
  const all = copies(total);
  switch (state) {
    case 'preparing':
      return `${all} ${total === 1 ? 'is' : 'are'} being written down.`;
    case 'scheduled':
      return total === 1 ? '1 copy waits for its time.' : `${all} wait for their time.`;
    case 'sending':
      return `${number(total - waiting - underWay)} of ${all} had ${total === 1 ? 'its' : 'their'} turn.`;
    case 'paused':
      return `Stopped after ${number(total - waiting)} of ${all}.`;
    case 'cancelled':
    case 'done':
      if (left + unclear + underWay === 0) return 'Nothing of it went out.';
      return left === total && total > 1
        ? `All ${all} went out.`
        : `${number(left + underWay)} of ${all} went out.`;
  }
}

/** What is gone already, before a cancel. */
export function cancelText({ left, unclear, underWay, waiting }: Tally): string {
  const out = left + unclear;
  if (out + underWay === 0) return outboxMessages.nothingLeft;
  const gone = `${copies(out)} ${out === 1 ? 'has' : 'have'} gone out and cannot be called back`;
  const going = underWay > 0 ? `, ${number(underWay)} ${underWay === 1 ? 'is' : 'are'} under way` : '';
  return `${gone}${going}. The other ${number(waiting)} will not go out.`;
}

/** What went wrong with a mail's copies, in a few words each; nothing for nothing. */
export function troubles(mail: {
  failed?: number | undefined;
  unknown?: number | undefined;
  suppressed?: number | undefined;
  bounced: number;
  complained: number;
}): string[] {
  const words: [number | undefined, string][] = [
    [mail.failed, 'refused'],
    [mail.unknown, 'unclear'],
    [mail.bounced, 'came back'],
    [mail.complained, 'reported as spam'],
    [mail.suppressed, 'left out'],
  ];
  return words.flatMap(([count = 0, word]) => (count > 0 ? [`${number(count)} ${word}`] : []));
}

/** Before a mail goes again to those whom it did not reach for certain. */
export function resendText(failed: number, unknown: number): string {
  const sure =
    failed > 0 ? [`${copies(failed)} ${failed === 1 ? 'was' : 'were'} refused and did not go out.`] : [];
  const unsure =
    unknown > 0
      ? [
          `Of ${copies(unknown)} nobody knows: ${unknown === 1 ? 'it' : 'they'} may have arrived, and ${
            unknown === 1 ? 'its reader' : 'their readers'
          } would then get the mail twice.`,
        ]
      : [];
  return [...sure, ...unsure, 'The same mail goes to these addresses as a new one, once.'].join(' ');
}
