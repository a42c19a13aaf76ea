import * as z from 'zod';
import { Source, sample, Text } from './fields.ts';

/** content/pictures.json: who made each picture in content/, or those of a pattern, and by what right it is shown. */
export const Pictures = z.record(
  z
    .string()
    .regex(
      /\.(jpe?g|png|webp|avif|gif)$/,
      'Use the path of a picture below content/, for example portraits/first-last.jpg.',
    ),
  z.strictObject({ by: Text, rights: Text, source: Source.optional(), sample }),
);
