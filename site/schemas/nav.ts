import * as z from 'zod';
import { Text } from './fields.ts';

/** content/nav.json: the menu, in order. */
export const Nav = z.array(
  z.strictObject({
    text: Text,
    href: z.string().startsWith('/', 'is a path of this site; write it as /news'),
  }),
);
export type Nav = z.infer<typeof Nav>;
