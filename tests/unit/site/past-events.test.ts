import { expect, it } from 'vitest';
import { currentAt, describePast } from '../../../site/lib/content/navigation.ts';

const event = { start: '2025-02-28', end: '2025-03-01', place: 'China' };
const DURING = new Date('2025-03-01T15:59:59Z');
const AFTER = new Date('2025-03-01T16:00:00Z');

it.each([
  ['of a call', {}, 'This call closed on March 1, 2025.'],
  ['of an event of days', { event }, 'This event took place from February 28, 2025, to March 1, 2025.'],
  [
    'of an event of one day',
    { event: { ...event, start: '2025-03-01T14:00:00+08:00' } },
    'This event took place on March 1, 2025.',
  ],
  ['that editors wrote', { event, past: 'It is over.' }, 'It is over.'],
])('when its last day has ended in Hong Kong, a page says so in a line: one %s', (_, page, sentence) => {
  expect(describePast(DURING, '2025-03-01', page)).toBeUndefined();
  expect(describePast(AFTER, '2025-03-01', page)).toBe(sentence);
  expect(describePast(AFTER, undefined, page)).toBeUndefined();
});

it('Home lists calls and events until their last day has ended in Hong Kong', () => {
  const pages = [{ until: '2025-03-01' }, { until: '2025-06-02' }];
  expect([DURING, AFTER].map((now) => currentAt(now, pages))).toEqual([pages, pages.slice(1)]);
});
