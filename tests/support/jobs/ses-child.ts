import type { SesEvent } from '../../../infra/local/emulators/ses.ts';
import { startSes } from '../../../infra/local/emulators/ses.ts';

/** What a stand-in in a process of its own tells: where it is, then, asked, what came. */
export interface SesStory {
  /** When each call was there whole: milliseconds since 1970, with their fractions. */
  arrivals: number[];
  /** Addresses of the mails that were taken. */
  taken: string[];
  events: SesEvent[];
}

const story: SesStory = { arrivals: [], taken: [], events: [] };
const { url } = await startSes(
  {
    keep: async (_raw, from, to) => {
      story.taken.push(...to);
      const id = `message-${story.taken.length}`;
      const seen = { subject: '', text: '', html: '', headers: {}, attachments: [], receivedAt: '' };
      return { id, from, to, ...seen };
    },
  },
  {
    perSecond: Number(process.argv[2]),
    onEvent: (event) => story.events.push(event),
    faultOf: () => {
      story.arrivals.push(performance.timeOrigin + performance.now());
      return undefined;
    },
  },
);
process.on('message', () => process.send?.(story));
process.on('disconnect', () => process.exit(0));
process.send?.(url);
