import type * as z from 'zod/mini';
import type { MailState } from '#contract/outbox';
import { copyStates, mailStates } from '../../../text/admin-campaigns.ts';
import type { State } from './tally.ts';

const TONES = {
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

export const MailDot = ({ state }: { state: z.output<typeof MailState> }) => (
  <span className={`dot dot--${TONES[state]}`}>{mailStates[state]}</span>
);

export const CopyDot = ({ state }: { state: State }) => (
  <span className={`dot dot--${TONES[state]}`}>{copyStates[state]}</span>
);
