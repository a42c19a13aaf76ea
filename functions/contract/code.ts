import * as z from 'zod/mini';

const CODE_DIGITS = 8;

/** A code from a mail; spaces that came along with it do not count. */
export const Code = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(40)),
    z.transform((text: string) => text.normalize('NFKC').replace(/\s/g, '')),
  ),
  z.string().check(z.regex(new RegExp(`^\\d{${CODE_DIGITS}}$`), `is not a code of ${CODE_DIGITS} digits`)),
);
