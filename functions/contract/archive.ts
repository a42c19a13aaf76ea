import * as z from 'zod/mini';
import { fieldSentences } from '#shared/field-sentences';
import { endpoint } from './endpoint.ts';

/** `code` is 1 with a token for the right password, 0 with a sentence for a wrong one. */
export const verifyArchivePassword = endpoint({
  route: 'POST /gmp/verify-password',
  access: 'anyone',
  request: z.object({
    password: z.string().check(z.minLength(1, fieldSentences.required), z.maxLength(200)),
  }),
  reply: z.union([
    z.object({ code: z.literal(1), token: z.string() }),
    z.object({ code: z.literal(0), msg: z.string() }),
  ]),
});

export const verifyArchiveToken = endpoint({
  route: 'POST /gmp/verify-token',
  access: 'archive',
  reply: z.object({ code: z.literal(1), valid: z.literal(true) }),
});

const ArchiveItem = z.object({
  year: z.number(),
  links: z.array(z.object({ text: z.string(), url: z.string() })),
  /** Whether it is a sample, which the page marks. */
  sample: z.optional(z.boolean()),
});

/** The lists, newest year first. Links to the association's own documents work for ten minutes. */
export const getArchive = endpoint({
  route: 'GET /gmp/archive',
  access: 'archive',
  reply: z.object({
    code: z.literal(1),
    data: z.object({
      papers: z.array(ArchiveItem),
      proposals: z.array(ArchiveItem),
      meetings: z.array(ArchiveItem),
    }),
  }),
});
