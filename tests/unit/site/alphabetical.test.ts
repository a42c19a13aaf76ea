import { expect, it } from 'vitest';
import { sortAlphabetically } from '../../../site/lib/content/names.ts';

it('people are sorted by the last word of a name, then by the first', () =>
  expect(
    sortAlphabetically(
      ['Haisen Zhao', 'Lucy', 'Minhyuk Sung', 'Thai Dragon', 'Asian Dragon', 'Émile Èze'].map((name) => ({
        name,
      })),
    ).map(({ name }) => name),
  ).toEqual(['Asian Dragon', 'Thai Dragon', 'Émile Èze', 'Lucy', 'Minhyuk Sung', 'Haisen Zhao']));
