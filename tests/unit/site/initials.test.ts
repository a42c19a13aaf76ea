import { expect, it } from 'vitest';
import { initialsOf } from '../../../site/lib/content/people.ts';

it.each([
  ['Kunwoo Lee', 'KL'],
  ['Sung Yong Shin', 'SS'],
  ['I-Chao Shen', 'IS'],
  ['Lucy', 'L'],
  ['王文平', '王'],
])('%s has the initials %s', (name, initials) => expect(initialsOf(name)).toBe(initials));
