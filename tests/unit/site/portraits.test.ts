import { describe, expect, it } from 'vitest';
import { findPortraitFiles, findSpeakerFiles } from '../../../site/lib/content/people.ts';

const names = { aliases: [{ name: 'Wang Xiaoming', also: ['王小明', 'X. Wang'] }] };

describe('a portrait is named after the person', () => {
  it.each([
    ['Wang Xiaoming', 'wang-xiaoming'],
    ['王小明', 'wang-xiaoming'],
    ['X. Wang', 'wang-xiaoming'],
    ['Bézier Patch', 'bezier-patch'],
  ])('%s: %s', (name, file) => {
    expect(findPortraitFiles(name, names)).toEqual([`portraits/${file}.jpg`, `portraits/${file}.png`]);
    expect(findSpeakerFiles({ name }, names)).toEqual([
      `webinars/speakers/${file}.jpg`,
      `webinars/speakers/${file}.png`,
      `portraits/${file}.jpg`,
      `portraits/${file}.png`,
    ]);
  });

  it('the file that an entry names comes first', () => {
    expect(findPortraitFiles('王小明', names, 'prize.png')[0]).toBe('portraits/prize.png');
    expect(findSpeakerFiles({ name: '王小明', image: 'talk' }, names)[0]).toBe('webinars/speakers/talk.jpg');
  });
});
