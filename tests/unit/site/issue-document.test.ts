import { expect, it } from 'vitest';
import { findIssueDocument } from '../../../site/lib/content/data.ts';
import { Newsletters } from '../../../site/schemas/news.ts';

const files = new Set(['/newsletters/issue-14.pdf', '/newsletters/issue-1.pdf']);

it.each([
  ['its own file', { number: 14 }, '/newsletters/issue-14.pdf'],
  ['a page elsewhere', { number: 3, document: 'https://example.org/3' }, 'https://example.org/3'],
  [
    'a sample of it',
    {
      number: 5,
      toBeConfirmed: { sample: true as const, date: '2023-03-31', document: 'https://example.org/5' },
    },
    'https://example.org/5',
  ],
  ['nothing, and never the file of another number', { number: 4 }, undefined],
])('an issue leads to %s', (_, issue, href) => expect(findIssueDocument(issue, files)).toBe(href));

it('a document that is not a web address is rejected', () =>
  expect(
    Newsletters.safeParse({ source: 'specification', issues: [{ number: 1, document: '/1.pdf' }] }).success,
  ).toBe(false));
