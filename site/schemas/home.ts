import * as z from 'zod';
import { Text } from './fields.ts';

/** content/home.json: the words of the home page. */
export const Home = z.strictObject({
  headline: Text,
  newsletterIssue: z.int().positive(),
  membership: Text,
});
export type Home = z.infer<typeof Home>;
