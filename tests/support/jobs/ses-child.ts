import { startSes } from '../../../infra/local/emulators/ses.ts';

/** Messages of an emulator in a process of its own: its address and, on request, the calls that it received. */
export interface SesStory {
  /** The time at which each call had arrived whole: milliseconds since 1970, with fractions. */
  arrivals: number[];
  /** The addresses of the accepted emails. */
  taken: string[];
}

const story: SesStory = { arrivals: [], taken: [] };
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
    faultOf: () => {
      story.arrivals.push(performance.timeOrigin + performance.now());
      return undefined;
    },
  },
);
process.on('message', () => process.send?.(story));
process.on('disconnect', () => process.exit(0));
process.send?.(url);
