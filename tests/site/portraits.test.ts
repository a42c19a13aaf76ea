import { expect, it } from 'vitest';
import { portraitNamed } from '../../site/lib/portraits.ts';

const files = { '../../content/portraits/cornell-box.jpg': 'picture' };

it('finds a portrait by the name of its file', () =>
  expect(portraitNamed('cornell-box.jpg', files)).toBe('picture'));

it('says which file is missing', () =>
  expect(() => portraitNamed('box.jpg', files)).toThrow('content/portraits/box.jpg is missing'));
