import * as z from 'zod';
import { PlateName, Source, Text } from './fields.ts';

/** content/awards.json: the three awards and their rules. The years are those of the files in content/awards. */
export const Awards = z.array(
  z.strictObject({
    id: z.enum(['lifetime', 'outstanding', 'young']),
    name: Text,
    rule: Text,
    plate: PlateName,
    caption: Text,
    form: Text.startsWith('/', 'is a file of this site; write it as /forms/young.pdf').optional(),
    source: Source,
  }),
);
export type Awards = z.infer<typeof Awards>;
export type Award = Awards[number];
