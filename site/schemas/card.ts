import * as z from 'zod';
import { FigureName, Text } from './fields.ts';

/** What a page's card for shared links shows: `kicker` stands above the title, `note` below it. */
export const Card = z.strictObject({
  title: Text,
  kicker: Text.optional(),
  note: Text.optional(),
  figure: FigureName,
});
export type Card = z.infer<typeof Card>;
