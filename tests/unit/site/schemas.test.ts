import { expect, it } from 'vitest';
import type * as z from 'zod';
import { Archive } from '../../../site/schemas/archive.ts';
import { Newsletters } from '../../../site/schemas/news.ts';
import { People } from '../../../site/schemas/people.ts';

const source = 'specification';
const messagesOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

it('a file of another folder is rejected', () => {
  const officer = { name: 'x', photo: '../site.json', sample: true };
  expect(messagesOf(People, { officers: [officer], executiveCommittee: [] })).toHaveLength(1);
  const meeting = { year: 2024, links: [{ text: 'x', file: '../gmp.json' }], source };
  expect(messagesOf(Archive, { papers: [], proposals: [], meetings: [meeting] })).toHaveLength(1);
  expect(messagesOf(Newsletters, { source, issues: [{ number: 1, document: '/1.pdf' }] })).toHaveLength(1);
});
