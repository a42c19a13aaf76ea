import { expect, it } from 'vitest';
import { currentAt } from '../../../site/lib/content/navigation.ts';

const pages = [
  { href: '/workshop', until: '2025-12-16' },
  { href: '/call', until: '2025-06-02' },
];

it.each([
  ['before all of them', '2025-05-01T00:00:00Z', ['/workshop', '/call']],
  ['on the last day of one', '2025-06-02T15:59:59Z', ['/workshop', '/call']],
  ['when that day has ended in Hong Kong', '2025-06-02T16:00:00Z', ['/workshop']],
  ['after all of them', '2025-12-16T16:00:00Z', []],
])('Home lists the calls and events that are current %s', (_, now, hrefs) =>
  expect(currentAt(new Date(now), pages).map(({ href }) => href)).toEqual(hrefs),
);
