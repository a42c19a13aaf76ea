import { readdirSync, readFileSync } from 'node:fs';
import satori from 'satori';
import sharp from 'sharp';
import { isVisible } from '../../schemas/fields.ts';
import type { Names } from '../../schemas/names.ts';
import { WebinarSession } from '../../schemas/webinar.ts';
import { formatDay } from '../content/dates.ts';
import { type FigureName, figures } from '../content/figures.ts';
import { localTimes, sessionChair } from '../content/webinar.ts';
import {
  association,
  box,
  colors,
  drawFigure,
  drawMark,
  fontFamily,
  forRenderer,
  loadFonts,
  paletted,
  wordmark,
} from './card.ts';
import { drawnName } from './undrawable.ts';

/** A sheet of the A series, for screens and for printing on A4. */
const size = { width: 1240, height: 1754 };
const edge = 96;
const figureBox = { width: 560, height: 560 };
const markHeight = 96;

/** What the poster of a session says. */
export interface Poster {
  number: number;
  day: string;
  times: string[];
  talks: { title: string; speaker: string; from: string }[];
  chair: string | undefined;
  address: string;
  figure: FigureName;
  sample: boolean;
}

const figureNames = Object.keys(figures).filter((name): name is FigureName => name in figures);

export const describePoster = (session: WebinarSession, site: string, names: Names): Poster => ({
  number: session.number,
  day: formatDay(session.date),
  times: localTimes(session),
  talks: session.talks.map(({ title, speaker: { name, position, affiliation } }) => ({
    title,
    speaker: drawnName(name, names),
    from: [position, affiliation].filter(Boolean).join(', '),
  })),
  chair: sessionChair({
    chair: session.chair && { ...session.chair, name: drawnName(session.chair.name, names) },
  }),
  address: `${new URL(site).host}/webinar`,
  figure: figureNames[session.number % figureNames.length] ?? 'breather',
  sample: session.sample === true,
});

/** The sessions that this build shows. */
export const readSessions = (folder: URL) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => WebinarSession.parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))))
    .filter(isVisible);

const titleSize = ({ talks }: Poster) => {
  const longest = Math.max(...talks.map(({ title }) => title.length));
  const largest = talks.length === 1 ? 84 : 62;
  return longest <= 40 ? largest : longest <= 70 ? largest * 0.85 : largest * 0.7;
};

const text = (poster: Poster) =>
  box(
    { ...size, position: 'relative', fontFamily, color: colors.ink },
    wordmark({ left: edge + 124, top: edge, height: markHeight, fontSize: 40 }),
    box(
      { position: 'absolute', left: edge, top: 316, flexDirection: 'column' },
      box(
        { fontSize: 34, color: colors.ink2 },
        poster.sample ? 'AG Webinar, sample session' : 'AG Webinar Session',
      ),
      box(
        { fontSize: 300, fontWeight: 500, lineHeight: 0.95, letterSpacing: '-0.05em', marginLeft: -14 },
        `${poster.number}`,
      ),
    ),
    box(
      {
        position: 'absolute',
        left: edge,
        top: 760,
        width: size.width - 2 * edge,
        height: size.height - 760 - edge,
        flexDirection: 'column',
        justifyContent: 'space-between',
        borderTop: `3px solid ${colors.ink}`,
        paddingTop: 44,
      },
      box(
        { flexDirection: 'column' },
        ...poster.talks.map(({ title, speaker, from }) =>
          box(
            { flexDirection: 'column', marginBottom: 48 },
            box(
              {
                fontSize: titleSize(poster),
                fontWeight: 500,
                lineHeight: 1.06,
                letterSpacing: '-0.03em',
                textWrap: 'balance',
              },
              forRenderer(title),
            ),
            box({ fontSize: 36, marginTop: 18 }, forRenderer(speaker)),
            ...(from ? [box({ fontSize: 29, color: colors.ink3, marginTop: 2 }, forRenderer(from))] : []),
          ),
        ),
      ),
      box(
        { flexDirection: 'column', borderTop: `1.5px solid ${colors.rule}`, paddingTop: 34 },
        box({ fontSize: 44, fontWeight: 500, letterSpacing: '-0.02em' }, poster.day),
        box({ fontSize: 29, color: colors.ink2, marginTop: 10 }, poster.times.join(', ')),
        box(
          { fontSize: 29, color: colors.ink2, marginTop: 30, justifyContent: 'space-between' },
          box({ maxWidth: 660 }, poster.chair ? forRenderer(`Chair: ${poster.chair}`) : ''),
          box({ color: colors.ink }, poster.address),
        ),
      ),
    ),
  );

/** Draws these posters, each as a PNG. What several share is prepared once. */
export const preparePosters = (posters: Poster[]) => {
  const fonts = loadFonts([
    association.join(' '),
    JSON.stringify(posters),
    'AG Webinar, sample Session Chair: ',
  ]);
  const mark = drawMark(markHeight);
  return async (poster: Poster): Promise<Buffer> => {
    const [figure, logo] = await Promise.all([drawFigure(poster.figure, figureBox), mark]);
    const svg = await satori(text(poster), { ...size, fonts: await fonts });
    const { width, height } = figure.info;
    return sharp({ create: { ...size, channels: 3, background: colors.paper } })
      .composite([
        { input: Buffer.from(svg) },
        { input: logo, left: edge, top: edge },
        { input: figure.data, left: size.width - edge - width, top: 712 - height },
      ])
      .png(paletted)
      .toBuffer();
  };
};
