import * as z from 'zod';
import {
  CalendarDay,
  draft,
  FigureName,
  gaps,
  PartialDay,
  Photo,
  Source,
  sample,
  sourceUnlessSample,
  Text,
  WebAddress,
  withExample,
} from './fields.ts';

/** content/awards.json: the three awards and their rules. The years are those of the files in content/awards. */
export const Awards = z.array(
  z.strictObject({
    id: z.enum(['lifetime', 'outstanding', 'young']),
    name: Text,
    rule: Text,
    figure: FigureName,
    caption: Text,
    form: Text.startsWith(
      '/',
      'Use the path of a file of this site, for example /forms/young.pdf.',
    ).optional(),
    source: Source,
  }),
);
export type Awards = z.infer<typeof Awards>;
export type Award = Awards[number];

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
export const AwardPage = z
  .strictObject({
    winner: Winner,
    field: Text.optional(),
    /** When the award was announced. */
    announced: PartialDay.optional(),
    talk: AwardTalk.optional(),
    jury: z.array(Text).optional(),
    gaps,
    source: Source.optional(),
    sample,
    draft,
  })
  .refine(...sourceUnlessSample);
export type AwardPage = z.infer<typeof AwardPage>;

const name = z.string().regex(/^[a-z0-9-]+$/, withExample('"name": "nominee-email"'));

const Field = z.strictObject({
  /** The name of the field in the PDF. */
  name,
  label: Text,
  /** A line of half the page's width, `text` of several lines, or a checkbox. */
  kind: z.enum(['line', 'text', 'check']).default('line'),
  lines: z.int().min(2).max(30).default(4),
  /** Only in the form of this award. */
  only: z.enum(['lifetime', 'outstanding', 'young']).optional(),
});
export type FormField = z.infer<typeof Field>;

/**
 * content/nominations.json: the rules for all nominations and the fields of the forms; the build makes a PDF for each
 * award.
 */
export const Nominations = z
  .strictObject({
    source: Source,
    /** The last day of the current call. */
    due: CalendarDay.optional(),
    rules: z.array(Text).min(1),
    /** The parts of a nomination. */
    materials: z.array(Text).min(1),
    groups: z.array(z.strictObject({ heading: Text, fields: z.array(Field).min(1) })).min(1),
  })
  .refine(({ groups }) => {
    const names = groups.flatMap(({ fields }) => fields.map((field) => field.name));
    return new Set(names).size === names.length;
  }, 'Two fields have the same name.');
export type Nominations = z.infer<typeof Nominations>;
