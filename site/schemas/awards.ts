import * as z from 'zod';
import {
  CalendarDay,
  draft,
  FigureName,
  gaps,
  PartialDay,
  Photo,
  Source,
  sourcedEntry,
  Text,
  WebAddress,
} from './fields.ts';

/** content/awards.json: the three awards and their rules. The years are those of the files in content/awards. */
export const Awards = z.array(
  z.strictObject({
    id: z.enum(['lifetime', 'outstanding', 'young']),
    name: Text,
    rule: Text,
    figure: FigureName,
    form: Text.startsWith(
      '/',
      'Use the path of a file of this site, for example /forms/young.pdf.',
    ).optional(),
    source: Source,
  }),
);
export type Award = z.infer<typeof Awards>[number];

const Winner = z.strictObject({
  name: Text,
  position: Text.optional(),
  affiliation: Text.optional(),
  country: Text.optional(),
  link: WebAddress.optional(),
  photo: Photo.optional(),
});

const AwardTalk = z.strictObject({
  title: Text,
  date: CalendarDay,
  event: Text,
  chair: Text.optional(),
});

/** The front matter of content/awards/<award>-<year>.mdx; the text below it is about the winner. */
export const AwardPage = sourcedEntry({
  winner: Winner,
  field: Text.optional(),
  /** When the award was announced. */
  announced: PartialDay.optional(),
  talk: AwardTalk.optional(),
  jury: z.array(Text).optional(),
  gaps,
  draft,
});
export type AwardPage = z.infer<typeof AwardPage>;

/** content/nominations.json: the rules for all nominations. The forms in content/forms say the same. */
export const Nominations = z.strictObject({
  source: Source,
  rules: z.array(Text).min(1),
  /** The parts of a nomination. */
  materials: z.array(Text).min(1),
});
