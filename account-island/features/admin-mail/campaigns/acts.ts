import { cancelMail, holdMail, resendMail, resumeMail } from '#contract/outbox';
import { call } from '../../../api/client.ts';
import { resendText, outboxMessages as texts, whatIsGone } from '../../../text/admin-campaigns.ts';
import { type Mail, tallyOf } from './tally.ts';

/** What is asked before it is done. */
export interface Act {
  kind: 'cancel' | 'hold' | 'resume' | 'resend';
  label: string;
  title: string;
  text: string;
  /** Resolves to the server's sentence, and to the mail that it made. */
  run: () => Promise<{ msg: string; made?: string }>;
}

/** What can be done to a mail as it stands. */
export function actsOn(mail: Mail): Act[] {
  const { id, state, counts } = mail;
  const tally = tallyOf(mail);
  const hasEnded = state === 'done' || state === 'cancelled';
  const missed = counts.failed + counts.unknown;
  const acts: (Act | false)[] = [
    state === 'paused' && {
      kind: 'resume',
      label: 'Go on',
      title: texts.resumeTitle,
      text: texts.resumeText,
      run: () => call(resumeMail, { id }),
    },
    state === 'sending' && {
      kind: 'hold',
      label: 'Hold',
      title: texts.holdTitle,
      text: texts.holdText,
      run: () => call(holdMail, { id }),
    },
    !hasEnded && {
      kind: 'cancel',
      label: 'Cancel mail',
      title: texts.cancelTitle,
      text: whatIsGone(tally),
      run: () => call(cancelMail, { id }),
    },
    // One resend for ever: what is under way may still turn out unclear.
    hasEnded &&
      missed > 0 &&
      tally.underWay === 0 &&
      mail.resentAs === undefined && {
        kind: 'resend',
        label: `Send again to ${missed}`,
        title: texts.resendTitle,
        text: resendText(counts.failed, counts.unknown),
        run: async () => {
          const { msg, data } = await call(resendMail, { id });
          return { msg, made: data.id };
        },
      },
  ];
  return acts.filter((act) => act !== false);
}
