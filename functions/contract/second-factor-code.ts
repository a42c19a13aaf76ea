import * as z from 'zod/mini';

/**
 * What a person gives as the second factor: six digits of an authenticator app (TOTP, RFC 6238), or one of the recovery
 * codes, sixteen characters of Crockford's base 32. Spaces and hyphens are for the eye; o, i and l are read as 0, 1 and 1.
 */
export const SecondFactorCode = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(40)),
    z.transform((text: string) =>
      text
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[\s\p{Pd}]/gu, '')
        .replace(/o/g, '0')
        .replace(/[il]/g, '1'),
    ),
  ),
  z.string().check(z.regex(/^(\d{6}|[0-9a-hjkmnp-tv-z]{16})$/, 'Enter the 6-digit code or a recovery code.')),
);
