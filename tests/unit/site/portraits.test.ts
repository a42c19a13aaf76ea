import { expect, it } from 'vitest';
import { findPortraitFiles, findSpeakerFiles } from '../../../site/lib/content/people.ts';

const names = { aliases: [{ name: 'Wang Xiaoming', also: ['王小明', 'X. Wang'] }] };

it.each([
  ['王小明', undefined, ['portraits/wang-xiaoming.jpg', 'portraits/wang-xiaoming.png']],
  ['Bézier Patch', undefined, ['portraits/bezier-patch.jpg', 'portraits/bezier-patch.png']],
  // The file that an entry names comes first.
  ['Wang Xiaoming', 'prize.png', ['portraits/prize.png']],
])(
  'the portrait of %s (%s) is looked for as %j, that of a speaker first among the speakers',
  (name, file, found) => {
    expect(findPortraitFiles(name, names, file)).toEqual(expect.arrayContaining(found));
    expect(findPortraitFiles(name, names, file)[0]).toBe(found[0]);
    const speaker = findSpeakerFiles({ name, ...(file && { image: 'talk' }) }, names);
    expect(speaker[0]).toBe(
      file ? 'webinars/speakers/talk.jpg' : found[0]?.replace('portraits', 'webinars/speakers'),
    );
  },
);
